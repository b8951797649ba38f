"""The REST API: parse, ask a service or a selector, serialise."""
