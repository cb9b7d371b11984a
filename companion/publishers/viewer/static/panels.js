// What the table says beside its board: whose turn it is, the newest verdict, the players and the piles.  Every page that
// shows a whole table has these parts by their ids.
import { element } from "./dom.js";
import { goalCount, handOf, homePips } from "./faces.js";
import { pawnColour, pawnPicture, picture } from "./symbols.js";

const ICONS = { legal: "check", illegal: "cross", anomaly: "question" };

const $ = (id) => document.getElementById(id);
const icon = (kind) => picture("icon", ICONS[kind]);

export class Panels {
  /** `geometry`: board.json, null for a game of cards alone; `known`: games.json. */
  constructor(words, faces, geometry, known) {
    this.words = words;
    this.faces = faces;
    this.geometry = geometry;
    this.known = known;
  }

  show(state) {
    this.showTurn(state);
    this.showVerdict(state);
    $("seats").replaceChildren(...state.seats.map((seat) => this.seatRow(state, seat)));
    this.showPiles(state);
  }

  showTurn(state) {
    const panel = $("turn");
    panel.dataset.stage = state.stage;
    const over = state.result !== null && state.result !== undefined;
    const shown = state.seats[over ? state.result[0] : state.acting];
    $("turn-text").textContent = over ? this.words.winners(state, state.result) : this.words.stage(state);
    const alone = shown && !state.stage.startsWith("exchange");
    $("turn-pawn").replaceChildren(...(alone ? [pawnPicture(shown.colour)] : []));
    panel.style.setProperty("--seat", alone ? pawnColour(shown.colour, "line") : "var(--line)");
    this.faces.fill($("turn-card"), over ? null : state.declared, state.variant);
  }

  /** What lies wrong on the board, as long as it is; else the newest verdict. */
  showVerdict(state) {
    const last = state.last;
    const panel = $("verdict");
    panel.hidden = !last && !state.amiss;
    if (state.amiss) {
      this.showAnomaly(panel, state.amiss);
      return;
    }
    if (!last) return;
    const legal = last.verdict === "legal";
    const seat = state.seats[last.seat];
    panel.dataset.verdict = last.verdict;
    $("verdict-icon").replaceChildren(icon(legal ? "legal" : "illegal"));
    $("verdict-word").textContent = this.words.text(legal ? "legal" : "illegal");
    $("verdict-who").replaceChildren(...(seat ? [pawnPicture(seat.colour), element("bdi", "", seat.name)] : []));
    this.faces.fill($("verdict-card"), last.card, state.variant);
    $("verdict-text").textContent = this.words.sentence(last.text);
  }

  showAnomaly(panel, anomaly) {
    panel.dataset.verdict = "anomaly";
    $("verdict-icon").replaceChildren(icon("anomaly"));
    $("verdict-word").textContent = this.words.text("anomaly");
    $("verdict-who").replaceChildren();
    this.faces.fill($("verdict-card"), null);
    $("verdict-text").textContent = this.words.sentence(anomaly.text);
  }

  partners(state, seat) {
    return state.seats.filter((other) => other.team === seat.team && other.seat !== seat.seat).map((other) => other.name);
  }

  seatRow(state, seat) {
    const row = element("li");
    row.dataset.seat = seat.seat;
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

  showPiles(state) {
    const rows = [];
    if (state.deck !== null && state.deck !== undefined) rows.push(["deck", String(state.deck), null]);
    if (state.position) rows.push(["discard_pile", String(state.discard.count), state.discard.top]);
    $("piles").replaceChildren(...rows.map(([key, count, top]) => {
      const pile = element("div");
      const value = element("dd", "", count);
      if (top) value.append(this.faces.make(top, state.variant));
      pile.append(element("dt", "", this.words.text(key)), value);
      return pile;
    }));
  }
}
