// The page of a seat: whose turn it is, what the referee says, and what this player may ask.  It decides nothing: it offers
// what the table says this seat may do now.  What people wrote (names) goes in as text, never as markup.
import { element, fetchJson } from "../dom.js";
import { CardFaces } from "../faces.js";
import { Panels } from "../panels.js";
import { pawnPicture, picture, takeSheet } from "../symbols.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { Line } from "./line.js";

const WAITING_ICONS = { unfinished: "wait", unclear: "question" };
/** The whole page says so, instead of a seat. */
const CLOSED = ["scan", "void", "taken", "over"];

/** So long after the table has taken an order it is seen what came of it. */
const SETTLED_MS = 2_000;

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);

class SeatPage {
  constructor(words, faces, panels) {
    this.words = words;
    this.faces = faces;
    this.panels = panels;
    this.line = new Line(() => this.show());
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
    const badge = $("badge");
    badge.dataset.state = page?.paused && signal === "live" ? "paused" : signal;
    badge.lastElementChild.textContent = closed ? "" : this.words.text(badge.dataset.state);
    badge.hidden = closed;
    $("closed").hidden = !closed;
    $("closed").textContent = closed ? this.words.text(`phone.${signal}`) : "";
    $("seat").hidden = closed || !page;
    if (page) this.showPage(page);
  }

  showPage(page) {
    const { state, seat } = page;
    const row = `${state.epoch}.${state.seq}`;
    if (row !== this.shownRow) {
      this.shownRow = row;
      this.joker = this.refused = "";
      this.undoing = this.busy = false;
    }
    document.body.dataset.seq = state.seq;
    $("own-name").textContent = state.seats[seat]?.name ?? "";
    $("own-pawn").replaceChildren(pawnPicture(state.seats[seat]?.colour));
    this.panels.showTurn(state);
    $("turn").classList.toggle("mine", page.may.includes("declare"));
    this.panels.showVerdict(state);
    if (page.waiting && !state.amiss) this.showWaiting(page);
    const notice = this.refused ? this.words.text(`phone.refused.${this.refused}`) || this.words.text("phone.refused.stale") : "";
    $("notice").textContent = notice || (page.notice ? this.words.sentence(page.notice) : "");
    $("notice").hidden = !$("notice").textContent;
    const may = page.may.includes("declare");
    if (may && !this.asked && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
    this.asked = may;
    this.showAsked(page);
  }

  /** The card lies open, and the referee waits or asks. */
  showWaiting({ state, waiting }) {
    const panel = $("verdict");
    panel.hidden = false;
    panel.dataset.verdict = "anomaly";
    $("verdict-icon").replaceChildren(picture("icon", WAITING_ICONS[waiting.kind]));
    $("verdict-word").textContent = this.words.text(`phone.${waiting.kind}`);
    $("verdict-who").replaceChildren();
    this.faces.fill($("verdict-card"), state.declared, state.variant);
    $("verdict-text").textContent = this.words.sentence(waiting.text);
  }

  /** What this player may ask; left as it is while it is the same, so that no tap falls between two drawings. */
  showAsked(page) {
    const shown = JSON.stringify([this.shownRow, page.may, page.choices, this.joker, this.undoing, this.busy]);
    if (shown === this.shownAsked) return;
    this.shownAsked = shown;
    $("asked").replaceChildren(...this.parts(page));
    for (const button of $("asked").querySelectorAll("button")) button.disabled = this.busy;
  }

  parts(page) {
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

  cardParts({ cards, faces, state }) {
    const chosen = (card) => (card in faces ? this.turn({ joker: card }) : this.order("declare", { card }));
    return [element("h2", "", this.words.text("phone.which_card")), this.grid(cards, state, chosen)];
  }

  faceParts({ faces, state }) {
    const chosen = (face) => this.order("declare", { card: this.joker, face });
    return [
      element("h2", "", this.words.text("phone.which_face", { card: this.words.card(this.joker) })),
      this.grid(faces[this.joker], state, chosen),
      this.button(this.words.text("phone.back"), () => this.turn({ joker: "" })),
    ];
  }

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

  button(label, pressed) {
    const made = element("button", "", label);
    made.type = "button";
    made.addEventListener("click", pressed);
    return made;
  }

  turn(changes) {
    Object.assign(this, changes);
    this.show();
  }

  async order(order, given) {
    if (this.busy) return;
    this.turn({ busy: true, refused: "" });
    const row = this.shownRow;
    const refused = await this.line.order(order, given);
    if (row !== this.shownRow) return;
    this.turn({ busy: !refused, refused });
    // what came of it is seen in the next row; where the table could not do it, there is none
    if (!refused) setTimeout(() => row === this.shownRow && this.turn({ busy: false }), SETTLED_MS);
  }
}

async function begin() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  const [all, known] = await Promise.all([fetchJson("words.json"), fetchJson("games.json"), takeSheet()]);
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  $("languages").replaceChildren(...languageLinks(words, query));
  const faces = new CardFaces(words, known.games);
  const seat = new SeatPage(words, faces, new Panels(words, faces, null, known));
  seat.show();
  seat.line.run();
}

begin();
