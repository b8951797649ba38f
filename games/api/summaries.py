"""How the schema words the operations: by the docstrings of the views' methods."""

import inspect

from drf_spectacular.openapi import AutoSchema


class SummedUp(AutoSchema):
    """The first line of a method's docstring is the summary, the rest the description."""

    def get_summary(self) -> str | None:
        """What the operation does, in one line."""
        return self._docstring()[0] or None

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """What is to be known beyond that."""
        return self._docstring()[1]

    def _docstring(self) -> tuple[str, str]:
        method = getattr(self.view, self.method.lower(), None)
        first, _, rest = (inspect.getdoc(method) or "").partition("\n")
        return first.removesuffix("."), rest.strip()
