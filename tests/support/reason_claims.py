"""The claim of each reason of the referee, as something that the engine and the board can confirm or deny.

CLAIMS has an entry for every code that an illegal board can get; a new code without one fails the tests.  A claim gets
the wrong play and the reason and is true or false.  It is written from the sentence, not from the code that chose it:
"cannot be played" queries the engine for plays, "only one pawn" queries the uses of the card, a number of fields is
counted anew, a place is compared with the board before or the board seen.
"""

from collections.abc import Callable

from reason_facts import (
    backward,
    before,
    black_card,
    blocker_between,
    blocker_between_back,
    blocks,
    counted,
    counted_back,
    dog_count,
    dog_moved,
    ends,
    has,
    is_done,
    is_gone,
    jumped,
    mates,
    may_have_fallen,
    own_touched,
    param,
    place_takers,
    playable,
    printed_lengths,
    pulled_so_far,
    pulls,
    seat_of,
    start_cards,
    turns_wheel,
    walked_over,
    wheel_moved,
)
from reason_points import only_own_pawns, overspent, points_gone, too_many_pawns
from wrong_plays import WrongPlay

from companion.model.places import CENTRE, KENNEL, OFF, Place, is_goal, is_track
from companion.model.play import StepKind
from companion.model.verdict import Reason
from companion.rules.mechanics.advance import Sweep
from companion.rules.mechanics.copy import Copy
from companion.rules.mechanics.joker import Joker
from companion.rules.mechanics.magnet import Magnet
from companion.rules.mechanics.retreat import ForwardAndBack, Retreat
from companion.rules.mechanics.seven import Seven
from companion.rules.mechanics.split import Split
from companion.rules.mechanics.start import Start
from companion.rules.mechanics.swap import Swap
from companion.rules.points import PointsUse

Claim = Callable[[WrongPlay, Reason], bool]


def always(wrong: WrongPlay, reason: Reason) -> bool:
    """A rule of the table or a remark that claims nothing of this board."""
    del wrong, reason
    return True


def swapped(wrong: WrongPlay, reason: Reason) -> bool:
    return has(wrong, Swap) and reason.origin is not None


CLAIMS: dict[str, Claim] = {
    # whose pawn
    "wrong_pawn": lambda w, r: (
        seat_of(r) not in w.turn.own and not playable(w, another=False, reason=r, kind=StepKind.ADVANCE)
    ),
    "opponents_not_yet": lambda w, r: (
        has(w, Split)
        and seat_of(r) not in (w.turn.actor, *mates(w))
        and not any(is_done(w, seat) for seat in (w.turn.actor, *mates(w)))
    ),
    "partner_not_yet": lambda w, r: seat_of(r) in mates(w) and not is_done(w, w.turn.actor),
    "help_your_partner": lambda w, r: seat_of(r) == w.turn.actor and is_done(w, w.turn.actor) and bool(mates(w)),
    "help_next_card": lambda w, r: seat_of(r) not in w.turn.own,
    "one_pawn_only": lambda w, r: not has(w, PointsUse, Swap) and own_touched(w) >= 1 and bool(w.plays),
    "several_pawns_moved": lambda w, r: not has(w, PointsUse, Swap) and own_touched(w) >= 2,
    "kennel_closed": lambda w, r: (
        r.origin == KENNEL
        and not has(w, Start)
        and start_cards(w) <= set(param(r, "cards").split("|")) <= start_cards(w) | place_takers(w)
    ),
    "start_field_only": lambda w, r: (
        r.origin == KENNEL
        and has(w, Start)
        and any(s.kind is StepKind.START and s.seat == r.seat for p in w.plays for s in p.steps)
    ),
    "start_blocked": lambda w, r: (
        r.origin == KENNEL
        and before(w, w.turn.rules.starts[seat_of(r)]) == r.seat
        and not any(s.kind is StepKind.START and s.seat == r.seat for p in w.plays for s in p.steps)
    ),
    "not_at_this_table": lambda w, r: bool(w.position.options) or any(use.only_with for use in w.variant.uses[w.card]),
    "joker_red_only": lambda w, r: any(isinstance(use, Joker) and use.red_only for use in w.turn.rules.uses[w.card]),
    "nothing_to_copy": lambda w, r: (
        w.position.copied is None and any(isinstance(use, Copy) for use in w.turn.rules.uses[w.card])
    ),
    # how it went
    "exact_count": counted,
    "exact_count_back": counted_back,
    "backward": backward,
    "only_backward": lambda w, r: has(w, Retreat) and not any(number > 0 for number in printed_lengths(w)),
    "passed_blocker": blocker_between,
    "passed_own_pawn": lambda w, r: (
        not w.turn.rules.walk.passes_own
        and int(param(r, "blocker")) == r.seat == before(w, int(param(r, "blocker_at")))
        and int(param(r, "blocker_at")) != r.origin
    ),
    "landed_on_blocker": lambda w, r: blocks(w, r) and int(param(r, "blocker_at")) in ends(w, r),
    "back_over_blocker": blocker_between_back,
    "back_over_own_start": lambda w, r: w.turn.rules.starts[seat_of(r)] != r.origin and has(w, Retreat),
    "back_into_lane": lambda w, r: has(w, Retreat) and is_goal(Place(r.target or 0)) and is_track(Place(r.origin or 0)),
    "back_in_lane": lambda w, r: has(w, Retreat) and is_goal(Place(r.origin or 0)),
    "lane_from_start": lambda w, r: r.origin == w.turn.rules.starts[seat_of(r)] and is_goal(Place(r.target or 0)),
    "lane_jump": lambda w, r: (
        any(is_goal(place) and place != r.origin for place in w.position.placement.pawns[seat_of(r)])
        or w.seen.pawns[seat_of(r)].count(Place(r.target or 0)) > 1
    ),
    "lane_gap": lambda w, r: (
        not w.turn.rules.walk.lane_gaps
        and is_goal(Place(r.target or 0))
        and any(
            place not in w.seen.pawns[seat_of(r)]
            for place in w.turn.rules.board_tables.lane
            if place < Place(r.target or 0)
        )
    ),
    "lane_backward": lambda w, r: (
        is_goal(Place(r.origin or 0))
        and (is_track(Place(r.target or 0)) or int(r.target or 0) > int(r.origin or 0) or r.target == CENTRE)
    ),
    "must_go_home": lambda w, r: any(
        (s.seat, s.origin) == (r.seat, r.origin) and is_goal(s.target) for p in w.plays for s in p.steps
    ),
    "no_extra_lap": lambda w, r: (
        not playable(w, another=False, reason=r, kind=StepKind.ADVANCE)
        or not any((s.seat, s.origin, s.target) == (r.seat, r.origin, r.target) for p in w.plays for s in p.steps)
    ),
    "landed_on_dog": lambda w, r: bool(w.plays),
    "own_team_spared": lambda w, r: any(
        (before(w, end) if end >= 0 else w.turn.board.in_centre()) in (seat_of(r), *w.turn.rules.mates[seat_of(r)])
        for end in ends(w, r)
    ),
    "not_allowed_here": lambda w, r: (
        not any((s.seat, s.origin, s.target) == (r.seat, r.origin, r.target) for p in w.plays for s in p.steps)
    ),
    # ranks
    "passed_higher_rank": lambda w, r: (
        before(w, int(param(r, "blocker_at"))) == int(param(r, "blocker"))
        and w.turn.board.rank(int(param(r, "blocker")), Place(int(param(r, "blocker_at"))))
        < w.variant.rank_names.index(param(r, "rank"))
    ),
    "king_value": lambda w, r: (
        param(r, "rank") == "king"
        and not any((s.seat, s.origin, s.target) == (r.seat, r.origin, r.target) for p in w.plays for s in p.steps)
    ),
    "king_is_safe": lambda w, r: (
        before(w, int(param(r, "blocker_at"))) == int(param(r, "blocker")) and param(r, "rank") != "king"
    ),
    "king_start_card": lambda w, r: param(r, "rank") == "king" and has(w, Start),
    "only_citizens_jump": lambda w, r: param(r, "rank") != "citizen",
    "jump_to_next_free": lambda w, r: param(r, "rank") == "citizen",
    "jester_wastes_too_much": lambda w, r: (
        param(r, "rank") == "jester" and int(param(r, "wanted")) - int(param(r, "went")) > 2
    ),
    "jester_inside": lambda w, r: param(r, "rank") == "jester" and is_goal(Place(r.origin or 0)),
    "jester_on_track": lambda w, r: param(r, "rank") == "jester" and is_track(Place(r.target or 0)),
    # the centre
    "centre_closed_in": lambda w, r: r.target == CENTRE and w.card not in param(r, "cards").split("|"),
    "centre_closed_out": lambda w, r: r.origin == CENTRE and w.card not in param(r, "cards").split("|"),
    "centre_from_door": lambda w, r: r.target == CENTRE and r.origin not in w.turn.rules.doors,
    "centre_stop_first": lambda w, r: r.target == CENTRE and r.origin not in w.turn.rules.doors,
    "centre_to_door": lambda w, r: (
        r.origin == CENTRE and not any(s.origin == CENTRE and s.target == r.target for p in w.plays for s in p.steps)
    ),
    # points
    "points_overspent": overspent,
    "points_left": points_gone,
    "captured_cannot_move": walked_over,
    "burned_cannot_move": walked_over,
    "seven_own_pawns": only_own_pawns,
    "seven_too_many_pawns": too_many_pawns,
    "one_forward_one_back": lambda w, r: any(
        isinstance(use, ForwardAndBack) and use.points == int(param(r, "count")) for use in w.uses
    ),
    "seven_no_rest": lambda w, r: has(w, Seven) and seat_of(r) in mates(w),
    "points_blocker_stays": lambda w, r: r.origin == w.turn.rules.starts[seat_of(r)] and seat_of(r) not in w.turn.own,
    "points_lane_closed": lambda w, r: is_goal(Place(r.target or 0)) and seat_of(r) not in (w.turn.actor, *mates(w)),
    "points_not_own": lambda w, r: seat_of(r) == w.turn.actor and any(is_done(w, seat) for seat in mates(w)),
    # magnet
    "magnet_short": pulled_so_far,
    "magnet_passed": pulled_so_far,
    "magnet_captures_not": pulled_so_far,
    "magnet_nothing_to_pull": lambda w, r: pulls(w, r) is None and r.origin is not None,
    "magnet_into_lane": lambda w, r: has(w, Magnet) and is_goal(Place(r.target or 0)),
    "magnet_in_lane": lambda w, r: has(w, Magnet) and is_goal(Place(r.origin or 0)),
    "magnet_alone": lambda w, r: len(w.turn.board.occupied) + len(w.turn.board.figures) == 1,
    # swap and jack
    "swap_needs_own_pawn": lambda w, r: has(w, Swap) and seat_of(r) not in w.turn.own,
    "swap_needs_two": swapped,
    "swap_needs_any_two": lambda w, r: any(isinstance(use, Swap) and use.any_pair for use in w.uses) and swapped(w, r),
    "swap_and_walk": swapped,
    "swap_no_jump": swapped,
    "swap_own_two": swapped,
    "swap_opponents_only": lambda w, r: swapped(w, r) and seat_of(r) in w.turn.rules.mates[w.turn.own[0]],
    "swap_protected": lambda w, r: w.turn.board.is_blocker(seat_of(r), Place(r.origin or 0)),
    "swap_own_blocker": lambda w, r: (
        w.turn.board.is_blocker(seat_of(r), Place(r.origin or 0)) and seat_of(r) in w.turn.own
    ),
    "swap_out_of_lane": lambda w, r: is_goal(Place(r.origin or 0)),
    "swap_in_centre": lambda w, r: r.origin == CENTRE,
    "swap_void": lambda w, r: not playable(w, reason=r, kind=StepKind.SWAP),
    "swap_with_dog": dog_moved,
    "skip_moves_nothing": lambda w, r: any(s.kind is StepKind.SKIP for p in w.plays for s in p.steps) or not w.plays,
    # captures and bystanders
    "captured_elsewhere": may_have_fallen,
    "captured_pawn_home": lambda w, r: True,
    "goes_to_entrance": lambda w, r: any(
        (c.seat, c.to) == (seat_of(r), r.target) for p in w.plays for s in p.steps for c in s.captures
    ),
    "jumped_not_captured": jumped,
    "jumped_by_points": lambda w, r: has(w, PointsUse),
    "seven_spares_lane": lambda w, r: has(w, Seven, Sweep) and is_goal(Place(r.origin or 0)),
    "sweep_spares_team": lambda w, r: (
        any(isinstance(use, Sweep) and not use.takes_team for use in w.uses)
        and seat_of(r) in (*w.turn.own, *w.turn.rules.mates[w.turn.actor])
        and walked_over(w, r)
    ),
    "dog_spares_start_field": lambda w, r: black_card(w) and r.origin in w.turn.rules.all_starts,
    "pawn_taken_off": lambda w, r: is_gone(w, r) and r.target in (KENNEL, OFF),
    "pawn_not_meant": is_gone,
    "game_already_won": lambda w, r: bool(w.turn.board.complete_teams()),
    "something_else_changed": always,
    # dog
    "dog_without_black_card": lambda w, r: dog_moved(w, r) and not black_card(w),
    "dog_alone": lambda w, r: dog_moved(w, r) and black_card(w),
    "dog_counted_start_field": dog_count,
    "dog_on_start_field": lambda w, r: (w.seen.extra("dog") or 0) in w.turn.rules.all_starts or wheel_moved(w, r),
    "dog_same_value": dog_count,
    "dog_wrong_count": dog_count,
    "dog_backward": dog_count,
    "move_the_dog": lambda w, r: black_card(w) and not dog_moved(w, r),
    "dog_missing": lambda w, r: w.seen.extra("dog") == OFF,
    # wheel
    "wheel_without_paw": wheel_moved,
    "swap_turns_no_wheel": lambda w, r: wheel_moved(w, r) and has(w, Swap),
    "dog_turns_no_wheel": lambda w, r: wheel_moved(w, r) and black_card(w),
    "wheel_pawn_gone": wheel_moved,
    "wheel_pawn_moved_on": wheel_moved,
    "wheel_before_dog": lambda w, r: wheel_moved(w, r) and black_card(w),
    "wheel_before_points": lambda w, r: wheel_moved(w, r) and has(w, PointsUse),
    "wheel_too_far": lambda w, r: wheel_moved(w, r) and turns_wheel(w),
    "wheel_without_pawns": lambda w, r: wheel_moved(w, r) and turns_wheel(w),
    "wheel_bumped": wheel_moved,
}

#: The claim of the advice in square brackets, by code: the play that it leads to.
ADVICE: dict[str, Claim] = {
    code: claim
    for claim, codes in {
        lambda w, r: playable(w, another=True, reason=r): "wrong_pawn king_value magnet_nothing_to_pull magnet_in_lane",
        lambda w, r: playable(
            w, another=False, reason=r
        ): "exact_count exact_count_back backward only_backward centre_to_door",
        lambda w, r: any(s.seat is not None and s.origin >= 0 for p in w.plays for s in p.steps): "back_in_lane",
        lambda w, r: playable(w, reason=r, kind=StepKind.SWAP): (
            "swap_needs_own_pawn swap_needs_two swap_needs_any_two swap_protected swap_own_blocker swap_out_of_lane"
            " swap_own_two swap_opponents_only swap_in_centre swap_with_dog"
        ),
        lambda w, r: bool(w.plays): (
            "help_your_partner several_pawns_moved landed_on_blocker lane_jump lane_gap landed_on_dog not_allowed_here"
            " own_team_spared not_at_this_table points_overspent points_left captured_cannot_move burned_cannot_move"
            " seven_too_many_pawns one_forward_one_back joker_red_only"
        ),
    }.items()
    for code in codes.split()
}


def untruths(wrong: WrongPlay, reason: Reason, *, advised: bool) -> list[str]:
    """Returns the untrue parts of a reason: its claim, its advice if that is given, the places of its pawn."""
    found = []
    if not CLAIMS[reason.code](wrong, reason):
        found.append("claim")
    if advised and not ADVICE[reason.code](wrong, reason):
        found.append("advice")
    if reason.origin is None or reason.code in ("captured_pawn_home", "goes_to_entrance"):
        return found
    if Place(reason.origin) not in wrong.position.placement.pawns[seat_of(reason)]:
        found.append("from")
    if reason.target != OFF and Place(int(reason.target or 0)) not in wrong.seen.pawns[seat_of(reason)]:
        found.append("to")
    return found
