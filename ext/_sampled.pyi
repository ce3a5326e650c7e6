"""The sampled thread, pixel by pixel as VASL lays it."""
