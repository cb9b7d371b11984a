"""The words of the product: sentences and names in the language of the reader."""
