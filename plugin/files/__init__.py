"""Readers and writers of board files; each registers through the plugin hooks."""
