"""Circles: private boards of people who know each other, entered by an invitation link."""
