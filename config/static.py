"""How static files are stored outside debug mode: hashed names, which may be cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # has no types
    """Hashed and compressed files; imports between ES modules are rewritten to hashed names."""

    support_js_module_import_aggregation = True
