#!/bin/sh
# What has to be done from time to time, once an hour. Each task may run at any time and twice:
# a missed or doubled hour does no harm, and one task's failure keeps no other from running.
set -u

while :; do
    python manage.py purge || echo "purge failed" >&2
    python manage.py settle_boards || echo "settle_boards failed" >&2
    python manage.py examine_wins || echo "examine_wins failed" >&2
    sleep 3600
done
