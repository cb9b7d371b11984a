// The page of a seat: whose turn it is, what the referee says, and what this player may ask.  It decides nothing: it offers
// what the table says this seat may do now.  What people wrote (names) goes in as text, never as markup.
import { fetchOwnBoard } from "../board.js";
import { byId, colourWindow, element, fetchJson, svgById, untilBegun } from "../dom.js";
import { CardFaces } from "../faces.js";
import { Panels } from "../panels.js";
import { pawnPicture, picture, takeSheet } from "../symbols.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { SeatLine } from "./line.js";
/** @import { Board } from "../board.js" */
/** @import { SeatPage as Page, State } from "../data.d.ts" */

/** @type {Record<string, string>} */
const WAITING_ICONS = { unfinished: "wait", unclear: "question" };
/** The whole page says so, instead of a seat. */
const CLOSED = ["scan", "void", "taken", "over"];

/** So long after the table has taken an order it is seen what came of it. */
const SETTLED_MS = 2_000;

const query = new URLSearchParams(location.search);

class SeatPage {
  /**
   * @param {Words} words
   * @param {CardFaces} faces
   * @param {Panels} panels
   * @param {Board | null} board
   */
  constructor(words, faces, panels, board) {
    this.words = words;
    this.faces = faces;
    this.panels = panels;
    this.board = board;
    this.line = new SeatLine(() => this.show());
    /** The card that waits for a face, "undo" that waits for a yes, the order that is on its way, why one was refused. */
    this.joker = "";
    this.undoing = false;
    this.busy = false;
    this.refused = "";
    this.shownRow = "";
    this.shownAsked = "";
    this.asked = false;
  }

  show() {
    const { signal, page } = this.line;
    const closed = CLOSED.includes(signal);
    document.body.dataset.signal = signal;
    const badge = byId("badge");
    badge.dataset.state = page?.paused && signal === "live" ? "paused" : signal;
    byId("badge-text").textContent = closed ? "" : this.words.text(badge.dataset.state);
    badge.hidden = closed;
    byId("closed").hidden = !closed;
    byId("closed").textContent = closed ? this.words.text(`phone.${signal}`) : "";
    byId("seat").hidden = closed || !page;
    if (page) this.showPage(page);
  }

  /** @param {Page} page */
  showPage(page) {
    const { state, seat } = page;
    const row = `${state.epoch}.${state.seq}`;
    if (row !== this.shownRow) {
      this.shownRow = row;
      this.joker = this.refused = "";
      this.undoing = this.busy = false;
    }
    document.body.dataset.seq = String(state.seq);
    byId("own-name").textContent = state.seats[seat]?.name ?? "";
    byId("own-pawn").replaceChildren(pawnPicture(state.seats[seat]?.colour));
    this.panels.showTurn(state);
    byId("turn").classList.toggle("mine", page.may.includes("declare"));
    this.panels.showVerdict(state);
    if (!state.amiss) this.showWaiting(page);
    const notice = this.refused ? this.words.text(`phone.refused.${this.refused}`) || this.words.text("phone.refused.stale") : "";
    byId("notice").textContent = notice || (page.notice ? this.words.sentence(page.notice) : "");
    byId("notice").hidden = !byId("notice").textContent;
    const may = page.may.includes("declare");
    if (may && !this.asked && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
    this.asked = may;
    this.showAsked(page);
    this.showWatched(state);
  }

  /**
   * The board and the cards of each seat, while others act.
   * @param {State} state
   */
  showWatched(state) {
    byId("watched").hidden = !state.position || !this.board;
    if (!state.position || !this.board) return;
    this.board.show(state);
    byId("seats").replaceChildren(...state.seats.map((seat) => this.panels.seatRow(state, seat)));
  }

  /**
   * The card lies open, and the referee waits or asks.
   * @param {Page} page
   */
  showWaiting({ state, waiting }) {
    if (!waiting) return;
    const panel = byId("verdict");
    panel.hidden = false;
    panel.dataset.verdict = "anomaly";
    byId("verdict-icon").replaceChildren(picture("icon", WAITING_ICONS[waiting.kind]));
    byId("verdict-word").textContent = this.words.text(`phone.${waiting.kind}`);
    byId("verdict-who").replaceChildren();
    this.faces.fill(byId("verdict-card"), state.declared, state.variant);
    byId("verdict-text").textContent = this.words.sentence(waiting.text);
  }

  /**
   * What this player may ask; left as it is while it is the same, so that no tap falls between two drawings.
   * @param {Page} page
   */
  showAsked(page) {
    const shown = JSON.stringify([this.shownRow, page.may, page.choices, this.joker, this.undoing, this.busy]);
    if (shown === this.shownAsked) return;
    this.shownAsked = shown;
    byId("asked").replaceChildren(...this.parts(page));
    for (const button of byId("asked").querySelectorAll("button")) button.disabled = this.busy;
  }

  /** @param {Page} page */
  parts(page) {
    /** @param {string} key */
    const text = (key) => this.words.text(key);
    if (page.may.includes("declare")) return this.joker ? this.faceParts(page) : this.cardParts(page);
    if (page.may.includes("withdraw")) {
      const plays = page.choices.map((choice) => this.button(this.words.sentence(choice.text), () => this.order("choose", { play: choice.play })));
      const asked = plays.length ? "phone.which_play" : "phone.move";
      return [element("h2", "", text(asked)), ...plays, this.button(text("phone.withdraw"), () => this.order("withdraw"))];
    }
    if (!page.may.includes("undo")) return [];
    if (!this.undoing) return [this.button(text("phone.undo"), () => this.turn({ undoing: true }))];
    return [
      element("h2", "", text("phone.undo_sure")),
      this.button(text("phone.undo_yes"), () => this.order("undo")),
      this.button(text("phone.undo_no"), () => this.turn({ undoing: false })),
    ];
  }

  /** @param {Page} page */
  cardParts({ cards, faces, state }) {
    /** @param {string} card */
    const chosen = (card) => (card in faces ? this.turn({ joker: card }) : this.order("declare", { card }));
    return [element("h2", "", this.words.text("phone.which_card")), this.grid(cards, state, chosen)];
  }

  /** @param {Page} page */
  faceParts({ faces, state }) {
    /** @param {string} face */
    const chosen = (face) => this.order("declare", { card: this.joker, face });
    return [
      element("h2", "", this.words.text("phone.which_face", { card: this.words.card(this.joker) })),
      this.grid(faces[this.joker], state, chosen),
      this.button(this.words.text("phone.back"), () => this.turn({ joker: "" })),
    ];
  }

  /**
   * @param {string[]} cards
   * @param {State} state
   * @param {(card: string) => void} chosen
   */
  grid(cards, state, chosen) {
    const grid = element("div", "cards");
    for (const card of cards) {
      const button = this.button("", () => chosen(card));
      button.dataset.card = card;
      button.append(this.faces.make(card, state.variant));
      grid.append(button);
    }
    return grid;
  }

  /**
   * @param {string} label
   * @param {() => void} pressed
   */
  button(label, pressed) {
    const made = element("button", "", label);
    made.type = "button";
    made.addEventListener("click", pressed);
    return made;
  }

  /** @param {Partial<Pick<SeatPage, "joker" | "undoing" | "busy" | "refused">>} changes */
  turn(changes) {
    Object.assign(this, changes);
    this.show();
  }

  /**
   * @param {string} order
   * @param {{ card?: string, face?: string, play?: string }} [given]
   */
  async order(order, given) {
    if (this.busy) return;
    this.turn({ busy: true, refused: "" });
    const row = this.shownRow;
    const refused = await this.line.order(order, given);
    if (row !== this.shownRow) return;
    this.turn({ busy: !refused, refused });
    // what came of it is seen in the next row; where the table could not do it, there is none
    if (refused) return;
    setTimeout(() => {
      if (row === this.shownRow) this.turn({ busy: false });
    }, SETTLED_MS);
  }
}

async function begin() {
  colourWindow();
  const [all, known] = await Promise.all([fetchJson("words.json"), fetchJson("games.json"), takeSheet()]);
  const board = "board" in known && known.board ? await fetchOwnBoard(svgById("board")) : null;
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  byId("languages").replaceChildren(...languageLinks(words, query));
  const faces = new CardFaces(words, known.games);
  byId("board").setAttribute("aria-label", words.text("board"));
  const seat = new SeatPage(words, faces, new Panels(words, faces, board?.geometry ?? null, known), board);
  seat.show();
  seat.line.run();
}

untilBegun(begin);
