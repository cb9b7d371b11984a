"""Every screen of the tablet in every state worth looking at; `make screens` draws them, the tests measure them."""
