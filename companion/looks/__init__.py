"""How everything looks: colours by name, shapes as data, pictograms as an SVG sheet."""
