"""The game itself: rules, referee, session, record, publication.  See ARCHITECTURE.md for the layers."""
