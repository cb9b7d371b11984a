"""The enrolment of a family's deck with the camera of its table, beside the certification of that table."""
