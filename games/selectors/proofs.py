"""What anybody needs to check that a daily's deal was fixed before anybody played it."""

from dataclasses import dataclass
from datetime import date, datetime

from games import clock
from games.calendar import daily_day
from games.dailies import find_daily, known_ruleset
from games.errors import GameError
from games.models import DailyDeal, codes


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A daily's fingerprint; only once it is settled the seed (in hex) and the shuffled packs."""

    ruleset: str
    day: date
    opens: datetime
    settles: datetime
    is_settled: bool
    seed_sha256: str
    seed: str | None
    pack: tuple[str, ...] | None
    reshuffled: tuple[tuple[str, ...], ...] | None


def proof_of(*, ruleset: str, day: date) -> Proof:
    """The proof of a daily's deal, also of one to come, as soon as it is prepared.

    GameError not_found where none is prepared, being_prepared for one of today's.
    """
    known_ruleset(ruleset)
    moment = clock.now()
    if day > daily_day(moment):
        daily = DailyDeal.objects.select_related("deal").filter(ruleset=ruleset, day=day).first()
        if daily is None:
            raise GameError("not_found")
    else:
        daily = find_daily(ruleset=ruleset, day=day, moment=moment)
    is_settled = daily.is_settled(moment)
    return Proof(
        ruleset=ruleset,
        day=day,
        opens=daily.opens,
        settles=daily.settles,
        is_settled=is_settled,
        seed_sha256=daily.seed_sha256,
        seed=bytes(daily.seed).hex() if is_settled else None,
        pack=codes(daily.deal.pack) if is_settled else None,
        reshuffled=daily.deal.reshuffled_packs() if is_settled else None,
    )
