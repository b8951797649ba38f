"""The account pages that allauth doesn't have, and the door to the admin pages."""
