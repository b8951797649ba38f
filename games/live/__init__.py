"""Moves and boards over WebSockets: the same services and selectors as REST, nothing of its own."""
