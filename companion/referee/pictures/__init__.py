"""The content of a settled picture: how well a placement explains it, the free reading, residuals, anomalies."""
