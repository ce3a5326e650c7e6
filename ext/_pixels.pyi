"""The exact thread through one hex, or along one hexside: every pixel, in order."""
