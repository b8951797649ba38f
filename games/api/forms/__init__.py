"""The forms of the API's answers and requests, which also make its schema."""
