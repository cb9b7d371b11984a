"""Sources of pictures: cameras of this machine, cameras in the network, films, folders of pictures."""
