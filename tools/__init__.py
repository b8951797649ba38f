"""What `make` calls: play, test and the small helpers.

Runs before there is a virtual environment, so it uses the standard library only.
"""

import sys

# Here and in words that any Python reads: all other modules are written for a newer one.
if sys.version_info < (3, 11):  # noqa: UP036  # an older one may well be asked to run this
    sys.exit("Python 3.11 or newer is needed, and this is " + sys.version.split()[0] + ".")
