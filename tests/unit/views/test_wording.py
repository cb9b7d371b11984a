"""Every code has its sentence with its blanks, and sentences read as people speak."""

import re

import pytest
from referee_codes import codes_of_the_referee
from words_for_tests import load_language, place_text, play_text, reason_text, say

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, OFF, Place, goal
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.model.verdict import Reason
from companion.referee.hint import NO_PLAY
from companion.texts import LANGUAGES
from companion.views.wording.phrases import UnknownMessageError

#: "{pawn.object}" is the same blank as "{pawn}"; "{sie|ihn}" is none.
BLANK = re.compile(r"\{(\w+)(?:\.object)?\}")
COLOURS = ("red", "yellow", "green", "blue")
POSITION = Position(
    variant="black_dog",
    sectors=4,
    seats=(0, 1, 2, 3),
    teams=(0, 1, 0, 1),
    turn=0,
    placement=Placement(((KENNEL,) * 4,) * 4, (("dog", 9), ("wheel", 0))),
)
#: Messages of the table, the sensors and the publishers, with the values that they bring along.
MESSAGES = """
not_your_turn{name} card_open{name} open_question{name} unknown_card{card} no_game game_paused game_over
nothing_to_undo still_dealing
exchange_first place_dog_first dog_not_on_wheel already_declared{card} nothing_declared not_a_legal_play
card_is_playable{card} hand_size{count} seat_is_out{name} wheel_disagrees wheel_elsewhere copy_needs_a_card camera_ok
camera_searching camera_no_markers camera_markers_missing{corners} camera_hand camera_moving camera_lost{source}
camera_missing{source}
camera_off camera_bad_picture camera_covered camera_too_dark camera_blurred camera_glare camera_marker_hidden
camera_colourless camera_disc_turned camera_board_moved camera_moved camera_on_field
camera_similar_colours
camera_no_answer camera_login camera_not_found camera_web_page camera_refused camera_no_stream camera_cut_off
camera_address_kind camera_address_signs camera_turned camera_film{percent}
camera_phone_waiting camera_phone_lost camera_phone_hidden camera_phone_denied camera_phone_door
camera_disagree{spots} camera_dispute{spots} camera_one_blind camera_one_lost{source}
camera_stumbled wheel_stumbled mqtt_stumbled
cards_ok cards_searching cards_not_in_view cards_small cards_no_deck cards_damaged cards_stumbled
wheel_ok wheel_lost{port} wheel_missing{port} wheel_off wheel_searching
wheel_uncertain wheel_stuck wheel_no_sensor wheel_no_magnet wheel_loose_wire wheel_magnet_weak wheel_magnet_strong
wheel_no_bridge{port} wheel_no_zero{port} wheel_other_firmware{port} wheel_denied{port} wheel_busy{port}
program_broker program_web program_chances programs_ok
mqtt_two_tables{broker}{topic} public_broker_two_tables{broker}{topic} home_assistant_two_tables{topic}
mqtt_ok mqtt_lost{broker} mqtt_missing mqtt_off mqtt_port_taken{port}{used} mqtt_refused{broker}
record_ok record_failed record_full record_locked record_slow record_no_names record_read_only record_corrupt
record_newer record_put_aside{file} restore_finished restore_undone
folder_held{since}{pid} settings_corrupt{detail} house_game_faulty{detail}
plugin_failed{part}{detail} program_stumbled{thread} program_thread_lost{thread} program_ok
computer_stumbled demo_stumbled voice_stumbled video_stumbled clips_stumbled
lister_stumbled
ask_wheel ask_play sight_interrupted play_not_seen{name} turn_not_seen{name}
play_legal unfinished_dog unfinished_wheel unfinished_points illegal_put_back won{names}
forfeit_noted{name} undone corrected
skipped{name} cannot_deal not_now board_disagrees
"""


@pytest.mark.parametrize("message", re.findall(r"\S+", MESSAGES))
def test_every_message_of_the_table_has_its_blanks(message: str) -> None:
    code = message.partition("{")[0]
    assert set(BLANK.findall(load_language("en")["messages"][code])) == set(BLANK.findall(message))


def test_every_word_of_a_sensor_is_a_message_of_the_table() -> None:
    words = {code for code in load_language("en")["messages"] if code.startswith(("camera_", "cards_", "wheel_"))}
    assert words - codes_of_the_referee() <= {message.partition("{")[0] for message in MESSAGES.split()}


def test_advice_is_left_out_where_the_card_cannot_be_played() -> None:
    for code in sorted(codes_of_the_referee() & load_language("en")["messages"].keys()):
        plain, with_advice = [
            reason_text(Reason(ruling="", code=code, seat=0, origin=5, target=12, params=params), POSITION, COLOURS)
            for params in ((), (("nearest", NO_PLAY),))
        ]
        for language, text in plain.items():
            advised = "[" in load_language(language)["messages"][code]
            assert not set("[]") & set(text + with_advice[language])
            assert (text not in with_advice[language]) == advised, (code, language)


def test_a_range_needs_no_exact_value() -> None:
    params = (("card", "1-7"), ("wanted", "1|2|3|4|5|6|7"), ("went", 8))
    text = reason_text(Reason(ruling="CORE-R10", code="exact_count", seat=0, params=params), POSITION, COLOURS)
    assert "asks for 1 to 7 fields" in text["en"]
    assert "verlangt 1 bis 7 Felder" in text["de"]


def test_every_code_of_the_referee_has_a_text() -> None:
    codes = codes_of_the_referee()
    assert len(codes) > 60
    assert codes <= load_language("en")["messages"].keys()


def test_a_game_names_its_own_rulings_for_codes_that_there_are() -> None:
    for variant in map(SHIPPED.variant, SHIPPED.ids):
        assert set(variant.rulings) <= codes_of_the_referee(), variant.id
        assert all(re.fullmatch(r"[A-Z]+-R[0-9]{2}", ruling) for ruling in variant.rulings.values()), variant.id


def test_every_card_that_is_no_number_has_a_name() -> None:
    """Numbers and 1/11 are read as they are printed."""
    cards = {card for variant in SHIPPED.ids for card in SHIPPED.variant(variant).cards}
    named = set(load_language("de")["cards"])
    assert named <= cards
    assert {card for card in cards - named if not card.replace("/", "").isdigit()} == set()


def test_every_rank_has_a_name() -> None:
    ranks = {rank.name for variant in SHIPPED.ids for rank in SHIPPED.variant(variant).ranks}
    for language in LANGUAGES:
        words = load_language(language)
        assert set(words["ranks"]) == {f"{rank}.{part}" for rank in ranks for part in ("name", "object", "gender")}
        assert {words["ranks"][f"{rank}.gender"] for rank in ranks} <= {"masculine", "feminine", "neuter"}
    for rank in ranks:
        reason = Reason(ruling="", code="backward", seat=0, params=(("rank", rank),))
        assert not any("{" in text for text in reason_text(reason, POSITION, COLOURS).values())


def test_no_text_has_a_gap_when_a_reason_is_worded() -> None:
    messages = load_language("en")["messages"]
    values = (
        ("blocker", 1),
        ("card", "8"),
        ("cards", "A|K"),
        ("count", 2),
        ("door", 7),
        ("nearest", NO_PLAY),
        ("wanted", "1|11"),
        ("went", 1),
    )
    for code in codes_of_the_referee() & messages.keys():
        reason = Reason(ruling="CORE-R10", code=code, seat=0, origin=5, target=12, params=values)
        for language, text in reason_text(reason, POSITION, COLOURS).items():
            assert "…" not in text, (code, language)
            assert "{" not in text, (code, language)
            assert text[0].isupper(), (code, language)
            assert text[-1] in ".!?", (code, language)


def test_a_wrong_count_reads_well() -> None:
    reason = Reason(
        ruling="CORE-R10",
        code="exact_count",
        seat=1,
        origin=5,
        target=6,
        params=(("card", "1/11"), ("wanted", "1|11"), ("went", 7)),
    )
    texts = reason_text(reason, POSITION, COLOURS)
    assert texts["de"].startswith("Die gelbe Figur ging 7 Felder, aber die Karte „1/11“ verlangt 1 oder 11 Felder.")
    assert texts["en"].startswith("The yellow pawn went 7 fields, but the card “1/11” asks for 1 or 11 fields.")
    assert texts["fr"].startswith(
        "Le pion jaune a avancé de 7 cases, mais la carte «\u00a01/11\u00a0» demande 1 ou 11 cases."
    )
    assert texts["it"].startswith("La pedina gialla è avanzata di 7 caselle, ma la carta «1/11» chiede 1 o 11 caselle.")


def test_one_field_is_not_fields() -> None:
    reason = Reason(ruling="CORE-R10", code="exact_count", seat=0, params=(("card", "8"), ("wanted", "8"), ("went", 1)))
    texts = reason_text(reason, POSITION, COLOURS)
    assert "1 field," in texts["en"]
    assert "1 Feld," in texts["de"]


def test_a_run_of_values_is_a_range() -> None:
    params = (("card", "black1-7"), ("wanted", "1|2|3|4|5|6|7"), ("went", 9))
    reason = Reason(ruling="CORE-R10", code="exact_count", seat=0, params=params)
    assert "1 to 7 fields" in reason_text(reason, POSITION, COLOURS)["en"]
    assert "“black 1–7”" in reason_text(reason, POSITION, COLOURS)["en"]


@pytest.mark.parametrize(
    ("place", "german", "english"),
    [
        (16, "auf dem gelben Startfeld", "on the yellow start field"),
        (19, "3 Felder hinter dem gelben Startfeld", "3 fields after the yellow start field"),
        (63, "1 Feld vor dem roten Startfeld", "1 field before the red start field"),
        (8, "8 Felder hinter dem roten Startfeld", "8 fields after the red start field"),
        (goal(2), "auf Zielfeld 2", "on goal field 2"),
        (KENNEL, "im Zwinger", "in the kennel"),
        (OFF, "neben dem Brett", "beside the board"),
    ],
)
def test_places_are_named_from_the_nearest_start(place: int, german: str, english: str) -> None:
    texts = place_text(Place(place), POSITION, COLOURS)
    assert (texts["de"], texts["en"]) == (german, english)


def test_unused_sectors_are_not_named() -> None:
    two = Position(
        variant="black_dog", sectors=4, seats=(0, 2), teams=(0, 1), turn=0, placement=Placement(((KENNEL,),) * 2)
    )
    assert place_text(Place(20), two, ("red", "green"))["en"] == "12 fields before the green start field"


def test_a_play_is_described_step_by_step() -> None:
    play = Play(
        card="black5",
        steps=(
            Step(kind=StepKind.ADVANCE, seat=0, origin=Place(3), target=Place(8), value=5),
            Step(
                kind=StepKind.DOG,
                origin=Place(50),
                target=Place(55),
                value=5,
                captures=(Capture(seat=3, place=Place(52)),),
            ),
            Step(kind=StepKind.WHEEL, value=-1),
        ),
        result=POSITION.placement,
    )
    assert play_text(play, POSITION, COLOURS)["en"] == (
        "The red pawn goes 5 fields. The dog walks 5 fields. The blue pawn is captured. "
        "The wheel turns counter-clockwise. The red pawn now stands 8 fields after the blue start field."
    )


def test_a_pawn_that_goes_home_in_the_end_stands_nowhere() -> None:
    """BD-R28: the dog bites the pawn that has just moved."""
    bitten = (Capture(seat=0, place=Place(13)),)
    steps = (
        Step(kind=StepKind.ADVANCE, seat=0, origin=Place(8), target=Place(13), value=5),
        Step(kind=StepKind.DOG, origin=Place(9), target=Place(14), value=5, captures=bitten),
    )
    play = Play(card="black5", steps=steps, result=POSITION.placement)
    said = "The red pawn goes 5 fields. The dog walks 5 fields. The red pawn is captured."
    assert play_text(play, POSITION, COLOURS)["en"] == said


def test_a_pawn_with_two_portions_stands_where_it_ends() -> None:
    walk = Step(kind=StepKind.ADVANCE, seat=0, origin=Place(1), target=Place(2), value=1)
    other = Step(kind=StepKind.ADVANCE, seat=2, origin=Place(33), target=Place(35), value=2)
    again = Step(kind=StepKind.ADVANCE, seat=0, origin=Place(2), target=Place(3), value=1)
    play = Play(card="partner4", steps=(walk, other, again), result=POSITION.placement)
    assert play_text(play, POSITION, COLOURS)["en"] == (
        "The red pawn goes 1 field. "
        "The green pawn goes 2 fields and now stands 3 fields after the green start field. "
        "The red pawn goes 1 field and now stands 3 fields after the red start field."
    )


def test_a_magnet_pulls_up_behind_a_piece() -> None:
    """No number of fields is printed on it, so none is stated."""
    rows = ((KENNEL, KENNEL, KENNEL, Place(3)), (KENNEL, KENNEL, KENNEL, Place(40)), (KENNEL,) * 4, (KENNEL,) * 4)
    position = POSITION.with_placement(POSITION.placement.with_pawns(rows).with_extra("dog", 60))

    def pulled(target: int) -> str:
        step = Step(kind=StepKind.ADVANCE, seat=0, origin=Place(3), target=Place(target), value=target - 3)
        play = Play(card="copy", acting_as="magnet", steps=(step,), result=position.placement)
        return play_text(play, position, COLOURS)["en"]

    behind = "The red pawn is pulled right up behind"
    assert pulled(39) == f"{behind} the yellow pawn. The red pawn now stands 7 fields after the green start field."
    assert pulled(59) == f"{behind} the dog. The red pawn now stands 5 fields before the red start field."


def test_a_swap_and_a_start_are_described() -> None:
    swap = Step(kind=StepKind.SWAP, seat=0, origin=Place(3), target=Place(20), other_seat=1)
    start = Step(kind=StepKind.START, seat=2, origin=KENNEL, target=Place(32))
    texts = play_text(Play(card="swap", steps=(swap, start), result=POSITION.placement), POSITION, COLOURS)
    assert texts["fr"] == (
        "Le pion rouge et le pion jaune échangent leurs places. "
        "Le pion rouge se trouve maintenant 4 cases après la case départ jaune. "
        "Le pion jaune se trouve maintenant 3 cases après la case départ rouge. "
        "Le pion vert vient sur sa case départ."
    )


def test_a_play_without_steps_changes_nothing() -> None:
    play = Play(card="swap", steps=(), result=POSITION.placement)
    assert play_text(play, POSITION, COLOURS)["it"] == "Sul tabellone non cambia niente."


def test_values_are_filled_in() -> None:
    assert "Cards in it: 5." in say("hand_size", (("count", 5),))["en"]
    assert say("not_your_turn", (("name", "Ben"),))["en"] == "It is Ben's turn now. Please wait."


def test_an_unknown_code_is_an_error() -> None:
    with pytest.raises(UnknownMessageError):
        say("no_such_message")


def test_a_missing_value_does_not_stop_the_game() -> None:
    assert say("not_your_turn")["en"] == "It is …'s turn now. Please wait."
