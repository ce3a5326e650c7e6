"""Pictures of answers: what is to be drawn, and how PNG and SVG files of it are made."""
