"""Points by month and records of all time, given once a daily is settled."""
