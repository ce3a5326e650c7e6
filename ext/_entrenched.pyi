"""Ends that do not see over the hexside terrain of their own hex (B9.21, B9.521, O6.3, F4.2)."""
