"""The shipped sensors of one table, loaded with the first table that has them."""
