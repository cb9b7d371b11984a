"""What knows the game: rules, referee, session, record, publication.  See ARCHITECTURE.md for the layers."""
