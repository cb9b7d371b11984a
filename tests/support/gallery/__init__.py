"""Every notable state of every screen of the tablet; `make screens` draws them, the tests measure them."""
