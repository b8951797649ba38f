"""What a month's points are added up over, beside each single ruleset."""

ALL = "all"
OF_THE_DAY = "of-the-day"
