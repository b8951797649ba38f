"""How a name and a password are checked."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import Player
from accounts.names import name_key
from common.compiled import Query

_BY_KEY = Query(Player.objects.filter(pk=0))


class NameBackend(AuthenticationBackend):
    """Finds players by ``name_key``, as names are unique by it; the rest is allauth's.

    For an unknown name allauth hashes the password nevertheless, so both take equally long.
    """

    def get_user(self, user_id: int) -> Player | None:
        """The player of a session, as long as they may sign in."""
        player = _BY_KEY.first(id=user_id)
        return player if player and self.user_can_authenticate(player) else None

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        """Check the password of who bears the name, or bore it: nobody else can take it since."""
        key = name_key(username)
        player = (
            Player.objects.filter(name_key=key).first()
            or Player.objects.filter(former_names__name_key=key).first()
        )
        return self._check_password(player, password) if player else None
