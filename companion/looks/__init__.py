"""The look of everything: colours by name, shapes as data, pictograms as an SVG sheet."""
