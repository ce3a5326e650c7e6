"""Sample boards that hexlos ships, each one TOML file."""
