"""Rule tables as data: one TOML file a rulebook section, every entry with its rule number."""
