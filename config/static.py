"""How static files are stored outside debug mode: hashed names, which may be cached for ever."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

_FILES, _IMPORTS = ManifestStaticFilesStorage._js_module_import_aggregation_patterns  # type: ignore[attr-defined]  # the stubs lack it
_STATEMENTS = tuple(each for each in _IMPORTS if r"import\(" not in each[0])


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # has no types
    """Hashed and compressed files; imports between ES modules are rewritten to hashed names."""

    support_js_module_import_aggregation = True
    # Statements alone: `import("./x.js")` stands in our comments, where it names a type. Two
    # modules may name each other's, but files whose names hang on each other have no hash.
    _js_module_import_aggregation_patterns = (_FILES, _STATEMENTS)
    # A name is settled one pass after those of all that its file imports, so this bounds how
    # deep imports may go; the usual five are too few. No pass is made without need.
    max_post_process_passes = 30
