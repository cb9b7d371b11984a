"""The door of a phone that is the camera: a page over HTTPS, and its pictures (docs/how-to/phone-camera.md)."""
