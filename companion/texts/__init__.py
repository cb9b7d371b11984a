"""Words of everything the core says, one TOML file a language; read by `companion.views.wording`."""
