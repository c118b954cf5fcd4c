"""Prometheus metrics, served at /metrics."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

SOCKETS = Gauge("tradewinds_sockets", "Open sockets.", registry=REGISTRY)
TABLES_LOADED = Gauge("tradewinds_tables_loaded", "Tables held in memory.", registry=REGISTRY)
EVENTS = Counter("tradewinds_events_total", "Events stored, by kind.", ["kind"], registry=REGISTRY)
REFUSALS = Counter("tradewinds_refusals_total", "Commands that were refused, by kind.", ["kind"], registry=REGISTRY)
LOST_RACES = Counter(
    "tradewinds_lost_races_total", "Events that another process was quicker to store.", registry=REGISTRY
)
MESSAGES = Counter("tradewinds_messages_sent_total", "Messages sent over sockets.", registry=REGISTRY)
DROPPED = Counter(
    "tradewinds_sockets_dropped_total", "Sockets closed by the server, by reason.", ["reason"], registry=REGISTRY
)
STORE_SECONDS = Histogram(
    "tradewinds_store_seconds", "From a command to its event being durable.", buckets=BUCKETS, registry=REGISTRY
)
BOT_SECONDS = Histogram(
    "tradewinds_thought_seconds",
    "Bots' moves and hints, waiting included.",
    ["what"],
    buckets=BUCKETS,
    registry=REGISTRY,
)
HTTP_RESPONSES = Counter("tradewinds_http_answers_total", "HTTP answers, by status.", ["status"], registry=REGISTRY)


def exposition() -> bytes:
    """Return all metrics in the Prometheus text format."""
    return generate_latest(REGISTRY)
