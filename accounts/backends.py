"""How a name and a password are checked."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import Player


class NameBackend(AuthenticationBackend):
    """Finds players by ``name_key``, as names are unique by it; the rest is allauth's.

    For an unknown name allauth hashes the password nevertheless, so both take equally long.
    """

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        try:
            player = Player.objects.get_by_natural_key(username)
        except Player.DoesNotExist:
            return None
        return self._check_password(player, password)
