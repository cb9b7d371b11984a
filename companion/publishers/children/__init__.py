"""Programs beside ours: how they are started, fed, watched and replaced, and what they share with who started them."""
