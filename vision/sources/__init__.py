"""Where pictures come from: cameras of this machine, cameras in the network, films, folders of pictures."""
