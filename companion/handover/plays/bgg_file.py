"""Plays of BoardGameGeek as its XML API 2 gives them; it knows days, but neither times nor teams."""

from xml.etree import ElementTree

from companion.handover.plays.play import ForeignPlay, PlayFileError, end_of, whole_minutes, written_name


def bgg_plays(content: bytes) -> tuple[ForeignPlay, ...]:
    """Returns the plays of a file, each as often as its quantity says.  Raises PlayFileError."""
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise PlayFileError("it defines words of its own, as no file of BoardGameGeek does")
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, RecursionError) as error:
        raise PlayFileError(f"it is no whole XML file ({error})") from error
    if root.tag != "plays":
        raise PlayFileError("it has no plays of BoardGameGeek")
    return tuple(each for play in root.iter("play") for each in _plays(play))


def _plays(play: ElementTree.Element) -> list[ForeignPlay]:
    number = play.get("id", "")
    if not number:
        raise PlayFileError("a play of it has no id")
    item, minutes = play.find("item"), whole_minutes(play.get("length", ""))
    ended_ms, day_only = end_of(play.get("date", ""), minutes)
    people = list(play.iter("player"))
    whole = ForeignPlay(
        source=f"bgg:{number}",
        title="" if item is None else written_name(item.get("name")),
        names=tuple(written_name(each.get("name") or each.get("username")) for each in people),
        winners=tuple(seat for seat, each in enumerate(people) if each.get("win") == "1"),
        ended_ms=ended_ms,
        day_only=day_only,
        minutes=minutes,
        place=written_name(play.get("location")),
        note=(play.findtext("comments") or "").strip(),
    )
    # a quantity of plays has one list of winners, so nobody knows who won each of them
    several = play.get("quantity", "1") not in ("", "1")
    return [ForeignPlay(source=whole.source, title=whole.title, names=whole.names, winners=())] if several else [whole]
