"""Round the games of an evening: players, series, results, games looked at again, backups."""
