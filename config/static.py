"""How static files are stored: each under a name with its hash, so that it may be cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed files, with the imports between ES modules rewritten to hashed names."""

    support_js_module_import_aggregation = True
