"""Nothing of this module may be called from Python."""
