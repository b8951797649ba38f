"""What is counted while games are played, for whoever watches over the site."""

from prometheus_client import Counter, Gauge, Histogram

DECISION_SECONDS = Histogram(
    "patience_decision_seconds",
    "Time from a readable request to a game until it was decided and stored, by its kind.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
REFUSALS = Counter(
    "patience_refusals",
    "What was asked for and refused, over REST and sockets, by the error's code.",
    ["reason"],
)
OPEN_SOCKETS = Gauge("patience_open_sockets", "WebSockets that are open now.", ["kind"])
CLOSED_SOCKETS = Counter(
    "patience_closed_sockets", "WebSockets that this process has closed, by its code.", ["code"]
)
