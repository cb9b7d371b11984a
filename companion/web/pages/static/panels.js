// What the table says beside its board: whose turn it is, the newest verdict, the players and the piles.  Every page that
// shows a whole table has these parts by their ids.
import { byId, element } from "./dom.js";
import { goalCount, handOf, homePips } from "./faces.js";
import { pawnColour, pawnPicture, picture } from "./symbols.js";
/** @import { Anomaly, BoardGeometry, Games, Seat, State } from "./data.d.ts" */
/** @import { CardFaces } from "./faces.js" */
/** @import { Words } from "./words.js" */

const ICONS = { legal: "check", illegal: "cross", anomaly: "question" };

/** @param {keyof typeof ICONS} kind */
const icon = (kind) => picture("icon", ICONS[kind]);

export class Panels {
  /**
   * @param {Words} words
   * @param {CardFaces} faces
   * @param {BoardGeometry | null} geometry null for a game of cards alone
   * @param {Pick<Games, "card_games">} known
   */
  constructor(words, faces, geometry, known) {
    this.words = words;
    this.faces = faces;
    this.geometry = geometry;
    this.known = known;
  }

  /** @param {State} state */
  show(state) {
    this.showTurn(state);
    this.showVerdict(state);
    byId("seats").replaceChildren(...state.seats.map((seat) => this.seatRow(state, seat)));
    this.showPiles(state);
  }

  /** @param {State} state */
  showTurn(state) {
    const panel = byId("turn");
    panel.dataset.stage = state.stage;
    const result = state.result ?? null;
    const shown = state.seats[result ? result[0] : state.acting];
    byId("turn-text").textContent = result ? this.words.winners(state, result) : this.words.stage(state);
    const alone = state.stage.startsWith("exchange") ? null : shown;
    byId("turn-pawn").replaceChildren(...(alone ? [pawnPicture(alone.colour)] : []));
    panel.style.setProperty("--seat", alone ? pawnColour(alone.colour, "line") : "var(--line)");
    this.faces.fill(byId("turn-card"), result ? null : state.declared, state.variant);
  }

  /**
   * What lies wrong on the board, as long as it is; else the newest verdict.
   * @param {State} state
   */
  showVerdict(state) {
    const last = state.last;
    const panel = byId("verdict");
    panel.hidden = !last && !state.amiss;
    if (state.amiss) {
      this.showAnomaly(panel, state.amiss, state.variant);
      return;
    }
    if (!last) return;
    const legal = last.verdict === "legal";
    const seat = state.seats[last.seat];
    panel.dataset.verdict = last.verdict;
    byId("verdict-icon").replaceChildren(icon(legal ? "legal" : "illegal"));
    byId("verdict-word").textContent = this.words.text(legal ? "legal" : "illegal");
    byId("verdict-who").replaceChildren(...(seat ? [pawnPicture(seat.colour), element("bdi", "", seat.name)] : []));
    this.faces.fill(byId("verdict-card"), last.card, state.variant);
    byId("verdict-text").textContent = this.words.sentence(last.text);
  }

  /**
   * @param {HTMLElement} panel
   * @param {Anomaly} anomaly
   * @param {string} variant
   */
  showAnomaly(panel, anomaly, variant) {
    panel.dataset.verdict = "anomaly";
    byId("verdict-icon").replaceChildren(icon("anomaly"));
    byId("verdict-word").textContent = this.words.text("anomaly");
    byId("verdict-who").replaceChildren();
    this.faces.fill(byId("verdict-card"), null, variant);
    byId("verdict-text").textContent = this.words.sentence(anomaly.text);
  }

  /**
   * @param {State} state
   * @param {Seat} seat
   */
  partners(state, seat) {
    return state.seats.filter((other) => other.team === seat.team && other.seat !== seat.seat).map((other) => other.name);
  }

  /**
   * @param {State} state
   * @param {Seat} seat
   */
  seatRow(state, seat) {
    const row = element("li");
    row.dataset.seat = String(seat.seat);
    row.classList.toggle("turn", state.turn === seat.seat && state.stage !== "over");
    row.classList.toggle("out", seat.out);
    row.classList.toggle("winner", Boolean(state.result?.includes(seat.seat)));
    row.style.setProperty("--seat", pawnColour(seat.colour));
    const who = element("div", "who");
    who.append(element("b", "name", seat.name));
    const mates = this.words.list(this.partners(state, seat));
    const partner = mates ? [this.words.text("partner", { name: mates })] : [];
    // in a game of cards alone nobody deals again after the beginning
    const dealer = this.geometry && state.dealer === seat.seat ? [this.words.text("dealer")] : [];
    const notes = [...(seat.out ? [this.words.text("out")] : []), ...partner, ...dealer];
    who.append(element("small", "", notes.join(" · ")));
    row.append(pawnPicture(seat.colour), who, homePips(this.words, seat, goalCount(state, this.geometry, this.known)), handOf(this.words, seat));
    return row;
  }

  /** @param {State} state */
  showPiles(state) {
    /** @type {[string, string, string | null][]} */
    const rows = [];
    if (state.deck !== null && state.deck !== undefined) rows.push(["deck", String(state.deck), null]);
    if (state.position) rows.push(["discard_pile", String(state.discard.count), state.discard.top]);
    byId("piles").replaceChildren(...rows.map(([key, count, top]) => {
      const pile = element("div");
      const value = element("dd", "", count);
      if (top) value.append(this.faces.make(top, state.variant));
      pile.append(element("dt", "", this.words.text(key)), value);
      return pile;
    }));
  }
}
