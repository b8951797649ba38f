"""Asks the process in this container whether it can do its work; exits with 1 when it can't."""

import http.client
import os
import sys

connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
# As the proxy would ask: a plain request would only be sent on to https.
host = os.environ["ALLOWED_HOSTS"].split(",")[0]
connection.request("GET", "/health/", headers={"Host": host, "X-Forwarded-Proto": "https"})
sys.exit(connection.getresponse().status != http.client.OK)
