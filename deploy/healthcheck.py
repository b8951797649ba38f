"""Asks the process in this container whether it can do its work; exits with 1 when it can't."""

import http.client
import sys

connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
connection.request("GET", "/readyz")
sys.exit(connection.getresponse().status != http.client.OK)
