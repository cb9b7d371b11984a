"""Before the first play: the game begins, cards are dealt and exchanged, the figure is placed, pawns start free."""

from companion.model.places import KENNEL, Place
from companion.model.position import Position, Switch
from companion.model.position_form import PositionError
from companion.rules.deal import DealError, deal_cards, first_dealer
from companion.rules.rules import OptionError, Rules, rules_of
from companion.rules.schema import checked_position
from companion.rules.setup import starting_position
from companion.rules.variant_files.tables import tables_of
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide.boards.open_turn import NothingOpen
from companion.session.decide.decision import Decision, check_cards, check_held
from companion.session.decide.rounds import round_end
from companion.session.decide.senses import Senses
from companion.session.state import BoardGame, Phase, Preparing
from companion.session.turns import missing_figure, next_to_start


def start_game(senses: Senses, command: cmd.StartGame) -> Decision:
    """Begins a game: one from set-up counts its cards, one begun in the middle does not."""
    counted = command.position is None
    position = command.position or _set_up(command)
    if not len(command.names) == len(command.colours) == len(position.seats):
        detail = f"{len(command.names)} names and {len(command.colours)} colours for {len(position.seats)} seats"
        raise Refused("rules_do_not_fit", detail=detail)
    if command.levels and len(command.levels) != len(command.names):
        raise Refused("rules_do_not_fit", detail=f"{len(command.levels)} levels for {len(command.names)} seats")
    rules = rules_of(command.variant, position)
    first = command.first if counted else position.turn
    started = ev.GameStarted(
        game=command.game,
        names=command.names,
        colours=command.colours,
        board=command.board,
        position=position,
        first=first,
        dealer=first_dealer(first, len(position.seats), rules.turn_step),
        counted=counted,
        rules=tables_of(rules.variant),
        demo=command.demo,
        levels=command.levels if counted and any(command.levels) else (),
    )
    return Decision(events=(started,), senses=senses.with_turn(NothingOpen()).still(position))


def _set_up(command: cmd.StartGame) -> Position:
    """Returns the position after set-up; optional free starts are decided later (BD-R01).

    Switches at their default are left out.
    """
    try:
        switches = command.variant.options
        options = tuple(
            (name, value)
            for name, value in command.options
            if name not in switches or not _same(value, switches[name].default)
        )
        table = (command.variant, command.sectors, command.seats, options, command.first)
        position = starting_position(*table, teams=command.teams)
        rules = rules_of(command.variant, position)
        checked_position(rules, _with_figure(rules, position))
    except (OptionError, PositionError) as error:
        raise Refused("rules_do_not_fit", detail=str(error)) from error
    return position


def _same(value: Switch, default: Switch) -> bool:
    """Returns whether value and default are the same; 1 is not True, as a switch of the wrong type is refused."""
    return type(value) is type(default) and value == default


def _with_figure(rules: Rules, position: Position) -> Position:
    """Returns a possible position after the figure is placed: only then it can be checked as a whole."""
    figure = missing_figure(rules, position)
    if figure is None:
        return position
    return position.with_placement(position.placement.with_extra(figure, min(_free_for_figure(rules, position))))


def _free_for_figure(rules: Rules, position: Position) -> frozenset[int]:
    """Returns the free fields of the wheel (BD-R04)."""
    taken = {place for row in position.placement.pawns for place in row}
    return rules.variant.wheel_fields(position.sectors) - taken


def deal(state: BoardGame, senses: Senses, command: cmd.Deal) -> Decision:
    """Deals the deck first, then the reshuffled discard pile under it (CORE-R20)."""
    position = state.position
    if not state.counted and state.phase is Phase.PLAY:
        return _deal_uncounted(state, senses, position)
    if state.phase is not Phase.DEAL:
        raise Refused(_DEAL_REFUSED.get(state.phase, "round_is_on"))
    seats = len(position.seats)
    try:
        dealt = deal_cards(state.rules.deal, state.round + 1, seats, state.deck or 0, state.discard)
    except DealError as error:
        raise Refused("cannot_deal") from error
    if command.hands is not None:
        _check_hands(state.rules, position, command.hands, dealt.hand_size)
    event = ev.CardsDealt(
        round=state.round + 1,
        dealer=state.dealer,
        first=state.first,
        cards=dealt.hand_size,
        deck=dealt.deck,
        reshuffled=dealt.reshuffled,
        discard=dealt.discard,
        hands=command.hands,
    )
    return Decision(events=(event,), senses=senses)


_DEAL_REFUSED = {Phase.FIGURE: "still_dealing", Phase.START: "start_first", Phase.OVER: "game_over"}


def _deal_uncounted(state: BoardGame, senses: Senses, position: Position) -> Decision:
    """Deals in a game without counted cards: this only marks the beginning of a round, and need not be done twice."""
    begun = position.copied is not None or any(state.out)
    return Decision(events=(round_end(state),) if begun else (), senses=senses)


def _check_hands(rules: Rules, position: Position, hands: tuple[tuple[str, ...], ...], size: int) -> None:
    for hand in hands:
        check_cards(rules, hand)
    if [len(hand) for hand in hands] != [size] * len(position.seats):
        raise Refused("hands_do_not_fit", count=size)


def place_figure(state: BoardGame, senses: Senses, command: cmd.PlaceDog) -> Decision:
    """Places the figure after dealing and the free start, on any free wheel field, a paw too (BD-R02, BD-R04)."""
    position = state.position
    figure = missing_figure(state.rules, position)
    begun_without = not state.counted and state.phase is Phase.PLAY
    if figure is None or not (state.phase is Phase.FIGURE or begun_without):
        raise Refused("not_now" if figure is None else _FIGURE_REFUSED.get(state.phase, "not_now"))
    if command.field not in _free_for_figure(state.rules, position):
        raise Refused("dog_not_on_wheel")
    return Decision(
        events=(ev.DogPlaced(field=Place(command.field), figure=figure),), senses=senses.still(state.position)
    )


_FIGURE_REFUSED = {Phase.DEAL: "still_dealing", Phase.START: "start_first"}


def exchange(state: BoardGame, senses: Senses, command: cmd.Exchange) -> Decision:
    """Pushes a card over; everybody does before anybody looks (CORE-R21).  A hidden card stays unknown."""
    if state.phase is not Phase.EXCHANGE:
        raise Refused(_EXCHANGE_REFUSED.get(state.phase, "not_now"))
    if not 0 <= command.seat < len(state.exchanged):
        raise Refused("not_now")
    if state.exchanged[command.seat]:
        return Decision(senses=senses)
    check_held(state, command.seat, command.card)
    card = None if state.hand(command.seat) is None else command.card
    return Decision(events=(ev.CardExchanged(seat=command.seat, card=card),), senses=senses)


_EXCHANGE_REFUSED = {Phase.FIGURE: "place_dog_first", Phase.DEAL: "still_dealing", Phase.START: "start_first"}


def free_start(state: BoardGame, senses: Senses, command: cmd.FreeStart) -> Decision:
    """Decides about a free start (BD-R01): in any order, but with ranks in turn from the first player on (ROY-R30)."""
    position = state.position
    now = state.phase_state
    if not isinstance(now, Preparing) or now.phase is not Phase.START or not 0 <= command.seat < len(now.to_start):
        raise Refused("not_now")
    setup = state.rules.setup
    following = next_to_start(state)
    if state.rules.ranks and following is not None and command.seat != following:
        raise Refused("not_your_turn", name=state.names[following])
    if not now.to_start[command.seat]:
        return Decision(senses=senses)
    if not command.use and setup.duty == "must":
        raise Refused("must_start", name=state.names[command.seat])
    pawn = (
        _free_pawn(state.rules, position, command)
        if command.use and not _start_taken(state.rules, position, command.seat)
        else None
    )
    return Decision(events=(ev.FreeStartDecided(seat=command.seat, pawn=pawn),), senses=senses.still(state.position))


def _start_taken(rules: Rules, position: Position, seat: int) -> bool:
    """Returns whether a person's correction has already put a pawn there."""
    start = rules.starts[seat]
    return any(start in row for row in position.placement.pawns)


def _free_pawn(rules: Rules, position: Position, command: cmd.FreeStart) -> int:
    """Returns the pawn's number in its row: the named rank, or any one if pawns are alike."""
    names = rules.variant.rank_names
    row = position.placement.pawns[command.seat]
    if not names:
        return row.index(KENNEL)
    if command.rank not in names or row[names.index(command.rank)] != KENNEL:
        raise Refused("choose_a_rank")
    return names.index(command.rank)
