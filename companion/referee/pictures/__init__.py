"""What a settled picture shows: how well a placement explains it, the free reading, residuals, anomalies."""
