"""Who looks after fair play: signals, cases, and what is decided about them."""
