"""Before the first play: free starts, the dog, teams and switches, in every game."""

import pytest
from msgspec import structs
from session_driver import COLOURS, HOME, NAMES, Session, refusal, table

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.state import Phase


def on_start(session: Session) -> list[int]:
    """How many pawns of each seat stand on its start field."""
    position = session.position
    length = SHIPPED.variant(position.variant).sector_length
    return [row.count(Place(sector * length)) for sector, row in enumerate(position.placement.pawns)]


@pytest.mark.parametrize(
    ("variant", "seats", "started", "pawns"),
    [
        ("black_dog", 4, 1, 4),
        ("black_dog", 2, 1, 5),
        ("dog", 4, 0, 4),
        ("dog", 6, 0, 4),
        ("dog", 2, 1, 5),
        ("dog", 5, 1, 5),
        ("dog_compact", 3, 1, 5),
        ("dog_royal", 5, 0, 4),
        ("braendi", 4, 0, 4),
        ("tock_6", 3, 0, 4),
        ("super_tock", 6, 0, 4),
    ],
)
def test_free_starts_that_leave_no_choice_are_done_at_once(variant: str, seats: int, started: int, pawns: int) -> None:
    """BD-R01, DOG-R27, BD-R72, ROY-R36: a fifth pawn only for who plays DOG or Black DOG alone."""
    session = Session().start(variant=variant, seats=seats)
    assert on_start(session) == [started] * seats
    assert [len(row) for row in session.position.placement.pawns] == [pawns] * seats
    assert session.state.phase is Phase.DEAL


def test_everybody_decides_about_a_free_start_that_is_allowed_only() -> None:
    """BD-R01: with `bd.free_start` "may"; the order does not matter, and who declines keeps the pawn in the kennel."""
    session = Session().start(bd__free_start="may")
    session.do(cmd.Deal())
    assert session.state.phase is Phase.START
    session.do(cmd.FreeStart(seat=2))
    session.do(cmd.FreeStart(seat=0, use=False))
    assert session.do(cmd.FreeStart(seat=2)).events == ()
    session.do(cmd.FreeStart(seat=1))
    session.do(cmd.FreeStart(seat=3))
    assert session.state.phase is Phase.FIGURE
    assert on_start(session) == [0, 1, 1, 1]
    assert refusal(session, cmd.FreeStart(seat=0)) == "not_now"


def test_the_plain_royal_game_lets_everybody_start_free() -> None:
    """ROY-R30, ROY-R31: optional in the plain game, after the exchange in any order."""
    session = Session().start(variant="dog_royal_plain", seats=3)
    session.do(cmd.Deal())
    session.exchange()
    for seat in (2, 0, 1):
        session.do(cmd.FreeStart(seat=seat, use=seat != 1))
    assert on_start(session) == [1, 0, 1]
    assert session.state.phase is Phase.PLAY
    assert on_start(Session().start(variant="dog_royal_plain", roy__free_start="must")) == [1, 1, 1, 1]


def royal(**options: str) -> Session:
    """DOG Royal after the exchange of the first round, begun by Ben."""
    session = Session().start(variant="dog_royal", first=1, **options)
    session.do(cmd.Deal())
    return session.exchange()


def test_in_royal_everybody_brings_in_one_of_his_ranks_after_the_exchange() -> None:
    """ROY-R30, ROY-R31: in turn from the first player on, the rank of one's choice, and everybody must."""
    session = Session().start(variant="dog_royal", first=1)
    session.do(cmd.Deal())
    assert session.state.phase is Phase.EXCHANGE
    assert refusal(session, cmd.FreeStart(seat=1, rank="king")) == "not_now"
    session.exchange()
    assert session.state.phase is Phase.START
    assert refusal(session, cmd.DeclarePlay(seat=1, card="2")) == "start_first"
    assert refusal(session, cmd.FreeStart(seat=0, rank="king")) == "not_your_turn"
    assert refusal(session, cmd.FreeStart(seat=1)) == "choose_a_rank"
    assert refusal(session, cmd.FreeStart(seat=1, rank="queen")) == "choose_a_rank"
    assert refusal(session, cmd.FreeStart(seat=1, use=False)) == "must_start"
    for seat, rank in ((1, "jester"), (2, "king"), (3, "citizen"), (0, "knight")):
        session.do(cmd.FreeStart(seat=seat, rank=rank))
    assert session.state.phase is Phase.PLAY
    assert session.position.turn == 1
    pawns = session.position.placement.pawns
    assert pawns[1] == (KENNEL, KENNEL, KENNEL, 16)
    assert pawns[2] == (32, KENNEL, KENNEL, KENNEL)
    assert pawns[0] == (KENNEL, 0, KENNEL, KENNEL)


def test_the_free_start_is_made_once_a_game() -> None:
    """ROY-R30: not in later rounds, also when the pawn was captured since."""
    session = Session().start(variant="dog_royal").to_play()
    session.stand(HOME, HOME, HOME, HOME)
    session.do(cmd.NewRound())
    session.do(cmd.Deal())
    session.exchange()
    assert session.state.phase is Phase.PLAY


def test_a_royal_free_start_may_be_made_optional() -> None:
    """ROY-R30: `roy.free_start`."""
    session = royal(roy__free_start="may")
    for seat in (1, 2, 3):
        session.do(cmd.FreeStart(seat=seat, use=False))
    session.do(cmd.FreeStart(seat=0, rank="king"))
    assert session.state.phase is Phase.PLAY
    assert on_start(session) == [1, 0, 0, 0]


def test_a_free_start_is_taken_back_like_a_play() -> None:
    session = royal()
    session.do(cmd.FreeStart(seat=1, rank="king"))
    session.do(cmd.FreeStart(seat=2, rank="king"))
    session.do(cmd.Undo())
    assert session.state.phase_state.to_start == (True, False, True, True)
    session.do(cmd.FreeStart(seat=2, rank="jester"))
    assert session.position.placement.pawns[2][3] == 32


def test_a_pawn_that_people_have_put_there_already_is_not_put_twice() -> None:
    session = Session().start(bd__free_start="may")
    session.do(cmd.Deal())
    session.stand([0, *HOME[1:]], HOME, HOME, HOME)
    session.do(cmd.FreeStart(seat=0))
    assert on_start(session) == [1, 0, 0, 0]


def test_a_pawn_on_the_start_field_before_the_deal_has_started() -> None:
    """Both ways: nobody decides about a pawn that stands there, and nobody must bring in one that people took away."""
    session = Session().start(bd__free_start="may")
    session.stand([0, *HOME[1:]], HOME, HOME, HOME)
    session.do(cmd.Deal())
    assert session.state.phase_state.to_start == (False, True, True, True)
    session = Session().start()
    session.stand(HOME, HOME, HOME, HOME)
    session.do(cmd.Deal())
    assert session.state.phase is Phase.FIGURE


def test_a_dog_that_is_put_down_during_the_free_starts_is_placed() -> None:
    """BD-R02: the exchange comes next."""
    session = Session().start(bd__free_start="may")
    session.do(cmd.Deal())
    session.do(cmd.Correct(placement=session.position.placement.with_extra("dog", 27)))
    assert session.state.phase is Phase.START
    for seat in range(4):
        session.do(cmd.FreeStart(seat=seat))
    assert session.state.phase is Phase.EXCHANGE


@pytest.mark.parametrize("seats", [2, 3])
def test_the_fifth_pawn_of_black_dog_stands_on_the_start_field(seats: int) -> None:
    """BD-R01, BD-R72: the print of two and three puts it there, whatever the switch says."""
    session = Session().start(seats=seats, bd__free_start="may")
    assert on_start(session) == [1] * seats
    session.do(cmd.Deal())
    assert session.state.phase is Phase.FIGURE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_dealer_places_the_dog_once_a_game(seats: int) -> None:
    """BD-R02, BD-R03: in round 1 only, after the deal and before the exchange."""
    session = Session().start(seats=seats, first=1)
    session.do(cmd.Deal())
    assert (session.state.phase, session.state.dealer) == (Phase.FIGURE, 0)
    session.do(cmd.PlaceDog(field=24))
    assert session.events[-1] == ev.DogPlaced(field=Place(24), figure="dog")
    session.exchange()
    session.do(cmd.NewRound())
    session.do(cmd.Deal())
    assert session.state.phase is Phase.EXCHANGE


@pytest.mark.parametrize("variant", ["dog", "dog_royal", "tock_6", "braendi"])
def test_no_other_game_has_a_figure_to_place(variant: str) -> None:
    session = Session().start(variant=variant)
    session.do(cmd.Deal())
    assert session.state.phase in (Phase.EXCHANGE, Phase.PLAY)
    assert refusal(session, cmd.PlaceDog(field=10)) == "not_now"


def test_a_dog_that_a_person_has_put_down_by_correction_is_placed() -> None:
    """BD-R03: the exchange comes next."""
    session = Session().start()
    session.do(cmd.Deal())
    session.do(cmd.Correct(placement=session.position.placement.with_extra("dog", 27)))
    assert session.state.phase is Phase.EXCHANGE


def test_a_game_taken_up_before_the_dog_stands_gets_it_later() -> None:
    """BD-R02: the record of such a game holds the place of the dog."""
    before = table("black_dog", [[0, *HOME[1:]], HOME, HOME, HOME], extras=(("wheel", 0),))
    session = Session().start(before)
    assert session.state.phase is Phase.PLAY
    session.do(cmd.PlaceDog(field=40))
    assert session.position.placement.extra("dog") == 40
    assert session.state.phase is Phase.PLAY
    assert refusal(session, cmd.PlaceDog(field=41)) == "not_now"


def test_two_black_dog_players_may_sit_anywhere() -> None:
    """BD-R78: opposite is advice; the seats between stay empty."""
    for seats in ((0, 2), (0, 1)):
        session = Session()
        session.do(
            cmd.StartGame(
                game="g",
                variant=SHIPPED.variant("black_dog"),
                names=NAMES[:2],
                colours=COLOURS[:2],
                board="",
                sectors=4,
                seats=seats,
            )
        )
        assert session.position.seats == seats
        assert session.position.teams == (0, 1)


def test_five_dog_players_use_the_big_side_and_leave_a_colour_out() -> None:
    """DOG-R28: two to four on the side with four sectors, five on the other one."""
    usual = {"game": "g", "variant": SHIPPED.variant("dog"), "board": "", "names": NAMES[:5], "colours": COLOURS[:5]}
    five = cmd.StartGame(**usual, sectors=6, seats=(0, 1, 2, 4, 5))  # type: ignore[arg-type]
    session = Session()
    session.do(five)
    assert [max(row) for row in session.position.placement.pawns] == [0, 16, 32, 64, 80]
    assert session.position.teams == (0, 1, 2, 3, 4)
    assert refusal(Session(), structs.replace(five, sectors=4, seats=(0, 1, 2, 3, 4))) == "rules_do_not_fit"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"options": (("dog.swap_void", "maybe"),)}, "dog.swap_void"),
        ({"options": (("bd.free_start", "may"),)}, "bd.free_start"),
        ({"options": (("core.verify_forfeit", 1),)}, "core.verify_forfeit"),
        ({"sectors": 6}, "sectors"),
        ({"teams": (0, 0, 0, 1)}, "teams"),
    ],
)
def test_rules_that_do_not_fit_are_refused_with_the_reason(change: dict[str, object], word: str) -> None:
    usual = {
        "game": "g",
        "variant": SHIPPED.variant("dog"),
        "names": NAMES[:4],
        "colours": COLOURS[:4],
        "board": "",
        "sectors": 4,
    }
    command = cmd.StartGame(**{**usual, "seats": (0, 1, 2, 3), **change})  # type: ignore[arg-type]
    with pytest.raises(cmd.Refused, match="rules_do_not_fit") as refused:
        Session().do(command)
    assert word in str(dict(refused.value.params)["detail"])


def test_only_switches_that_differ_go_into_the_record() -> None:
    """The position of the record names what people play differently, in order, and nothing else."""
    session = Session().start(variant="dog", dog__swap_void="unplayable", core__verify_forfeit=True)
    assert session.position.options == (("dog.swap_void", "unplayable"),)
