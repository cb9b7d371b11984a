"""What the product says: sentences and names in the language of who reads them."""
