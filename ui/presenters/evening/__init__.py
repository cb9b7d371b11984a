"""The screens around the games of an evening: players, series, results, looking back, backups."""
