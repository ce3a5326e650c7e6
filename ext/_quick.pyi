"""The exact thread of one line of a ray, passing quickly over what does nothing to it."""
