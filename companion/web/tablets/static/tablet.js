// A browser as a tablet of the table.  The table makes the page, word for word; this draws it and says what was pressed.
import { fetchOwnBoard } from "../board.js";
import { byId, colourWindow, element, fetchJson, inputById, svgById, untilBegun } from "../dom.js";
import { pawnPicture, picture, takeSheet } from "../symbols.js";
import { Words, chooseLanguage } from "../words.js";
import { TabletLine } from "./line.js";
import { actButton, chipFace, panelPart, seatFace } from "./parts.js";
import { Spots } from "./spots.js";
import { Taps } from "./taps.js";
/** @import { Board } from "../board.js" */
/** @import { PageWords, TabletPage as Page, State } from "../data.d.ts" */

/** The whole page says so, instead of a table. */
const CLOSED = ["scan", "void", "over", "often"];
/** So long after the table has taken an act it is seen what came of it. */
const SETTLED_MS = 2_000;

class TabletPage {
  /**
   * @param {PageWords} all
   * @param {string} language
   * @param {Board | null} board
   */
  constructor(all, language, board) {
    this.all = all;
    this.words = new Words(all, language);
    this.board = board;
    this.busy = false;
    this.refused = "";
    /** @type {Map<string, string>} */
    this.drawn = new Map();
    this.shown = "";
    this.line = new TabletLine(() => this.show(), language);
    this.doAct = this.act.bind(this);
    this.spots = new Spots(svgById("spots"), this.doAct);
    this.taps = new Taps();
    byId("table").addEventListener("click", (event) => this.sift(event), { capture: true });
    byId("code-form").addEventListener("submit", (event) => this.open(event));
    byId("whole").addEventListener("click", () => this.act("whole"));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Event} event */
  open(event) {
    event.preventDefault();
    location.hash = inputById("code").value.trim().toLowerCase();
    inputById("code").value = "";
  }

  /**
   * Lets no double tap through that meets another question; on the board it may be a pawn and the field beside it.
   * Nor a tap that was on its way when the page moved.
   * @param {MouseEvent} event
   */
  sift(event) {
    const onBoard = event.target instanceof Node && byId("board-frame").contains(event.target);
    if (this.taps.misses(event) || (this.taps.strays(event, this.question) && !onBoard)) event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") /** @type {HTMLElement | null} */ (document.querySelector("[data-act=leave]"))?.click();
  }

  show() {
    const { signal, page } = this.line;
    const closed = CLOSED.includes(signal) || !page;
    if (page && page.language !== this.words.language && page.language in this.all.languages) this.speak(page.language);
    document.documentElement.lang = this.words.language;
    document.body.dataset.signal = signal;
    byId("badge").dataset.state = signal;
    byId("badge-text").textContent = CLOSED.includes(signal) ? "" : this.words.text(signal);
    byId("closed").hidden = !CLOSED.includes(signal);
    byId("table").hidden = closed;
    this.fill("closed", [signal, this.words.language], () => this.showClosed(signal));
    this.fill("languages", [this.words.language, closed], () => byId("languages").replaceChildren(...this.languages()));
    if (page) this.showPage(page);
  }

  /** @param {string} signal */
  showClosed(signal) {
    byId("closed-text").textContent = CLOSED.includes(signal) ? this.words.text(`tablet.${signal}`) : "";
    byId("code-label").textContent = this.words.text("tablet.code");
    byId("code-open").textContent = this.words.text("tablet.open");
    byId("whole").textContent = this.words.text("tablet.whole");
    for (const [id, key] of Object.entries({ spots: "board", seats: "seats", panel: "panel", chips: "health", languages: "languages" })) {
      byId(id).ariaLabel = this.words.text(`tablet.${key}`);
    }
  }

  /** @param {Page} page */
  showPage(page) {
    if (page.seen !== this.shown) {
      this.shown = page.seen;
      this.busy = false;
      this.refused = "";
    }
    document.body.dataset.seen = page.seen;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.act : "";
    this.fill("banner", page.banner, () => this.showBanner(page));
    this.fill("turn", page.turn, () => this.showTurn(page));
    this.fill("seats", page.seats, () => byId("seats").replaceChildren(...page.seats.map(seatFace)));
    this.fill("panel", page.panel, () => byId("panel").replaceChildren(...page.panel.map((part) => panelPart(part, this.doAct))));
    this.fill("foot", page.foot, () => byId("foot").replaceChildren(...page.foot.map((act) => actButton(act, this.doAct))));
    this.fill("chips", page.chips, () => byId("chips").replaceChildren(...page.chips.map(chipFace)));
    this.fill("notice", [page.notice, this.refused], () => this.showNotice(page));
    this.fill("board", [page.board, page.seats.map((seat) => seat.colour)], () => this.showBoard(page));
    this.fill("sheet", page.sheet, () => this.showSheet(page));
    document.body.classList.toggle("busy", this.busy);
    this.fill("question", this.question, () => this.bring(page));
    // a button that is gone leaves the keys where the next ones are
    if (focused && document.activeElement === document.body) (find(focused) ?? byId("panel")).focus({ preventScroll: true });
  }

  /** @param {Page} page */
  showBanner({ banner }) {
    byId("banner").dataset.tone = banner.tone;
    byId("banner-icon").replaceChildren(picture("icon", banner.icon));
    byId("banner-word").textContent = banner.word;
    byId("banner-sentence").textContent = banner.sentence;
  }

  /** @param {Page} page */
  showTurn({ turn }) {
    byId("turn").hidden = !turn.name;
    byId("turn-pawn").replaceChildren(pawnPicture(turn.colour));
    byId("turn-name").textContent = turn.name;
    byId("turn-note").textContent = turn.note;
  }

  /** @param {Page} page */
  showNotice(page) {
    byId("notice").hidden = !page.notice && !this.refused;
    byId("notice-text").textContent = this.refused ? this.words.text("phone.refused.stale") : page.notice;
    byId("notice").querySelector("button")?.remove();
    if (page.read && !this.refused) byId("notice").append(actButton(page.read, this.doAct));
  }

  /** @param {Page} page */
  showBoard(page) {
    const shown = page.board;
    byId("board-frame").hidden = !shown || !this.board;
    document.body.classList.toggle("boardless", !shown);
    if (!shown) return;
    // the board of the spectators' page takes a state: of it a position and the players' colours are enough
    const state = { position: shown.position, seats: page.seats };
    this.board?.show(/** @type {State} */ (/** @type {unknown} */ (state)));
    this.spots.show(shown);
    const zoom = byId("board-zoom");
    byId("whole").hidden = !shown.zoom;
    zoom.style.transform = shown.zoom ? `translate(${inward(shown.zoom.x)}%, ${inward(shown.zoom.y)}%) scale(${shown.zoom.times})` : "";
    if (shown.zoom) zoom.style.transformOrigin = `${shown.zoom.x * 100}% ${shown.zoom.y * 100}%`;
  }

  /** What the page asks for, without what people have entered of it. */
  get question() {
    const { page } = this.line;
    return page ? [page.banner.word, page.turn.name, ...page.panel.map((part) => part.kind)].join() : "";
  }

  /**
   * A new question comes into view, and what is to be touched for it.
   * @param {Page} page
   */
  bring(page) {
    const before = scrollY;
    scrollTo(0, 0);
    byId(page.board?.taps ? "board-frame" : "panel").scrollIntoView({ block: "nearest" });
    if (scrollY !== before) this.taps.moved();
  }

  /** @param {Page} page */
  showSheet({ sheet }) {
    const opens = byId("sheet").hidden && sheet;
    byId("sheet").hidden = !sheet;
    for (const part of document.querySelectorAll("#banner, #table > main")) part.toggleAttribute("inert", Boolean(sheet));
    if (!sheet) return;
    byId("sheet-title").textContent = sheet.title;
    byId("sheet-text").textContent = sheet.text;
    byId("sheet-acts").replaceChildren(...sheet.acts.map((act) => actButton(act, this.doAct)));
    if (opens) byId("sheet-acts").querySelector("button")?.focus();
  }

  languages() {
    return Object.keys(this.all.languages).map((code) => {
      const button = element("button", "", this.all.languages[code].name);
      button.type = "button";
      button.lang = code;
      if (code === this.words.language) button.ariaCurrent = "true";
      button.addEventListener("click", () => (this.line.page ? this.act(`language.${code}`) : this.speak(code)));
      return button;
    });
  }

  /** @param {string} code */
  speak(code) {
    this.words = new Words(this.all, code);
    this.line.opening = { language: code };
    this.show();
  }

  /**
   * Draws a part only when its values have changed, so that no press falls between two drawings.
   * @param {string} part
   * @param {unknown} values
   * @param {() => void} draw
   */
  fill(part, values, draw) {
    const made = JSON.stringify(values);
    if (this.drawn.get(part) === made) return;
    this.drawn.set(part, made);
    draw();
  }

  /**
   * @param {string} name
   * @param {{ x: number, y: number, side: number }} [touch]
   */
  async act(name, touch) {
    const seen = this.line.page?.seen;
    if (this.busy || !seen) return;
    this.busy = true;
    this.refused = "";
    const refused = await this.line.act(name, touch);
    // what came of it is seen in the next page
    if (seen !== this.line.page?.seen) return;
    this.refused = refused;
    this.busy = !refused;
    this.show();
    setTimeout(() => {
      if (seen !== this.shown) return;
      this.busy = false;
      this.show();
    }, SETTLED_MS);
  }
}

/**
 * How far a spot at the edge comes inward where the board is enlarged there, in percent of the board: all of it is seen.
 * @param {number} place
 */
const inward = (place) => (Math.min(0.9, Math.max(0.1, place)) - place) * 100;

/** @param {string} act */
const find = (act) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-act="${CSS.escape(act)}"]`));

async function begin() {
  colourWindow();
  const [all, board] = await Promise.all([fetchJson("words.json"), fetchOwnBoard(svgById("board")), takeSheet()]);
  const asked = new URLSearchParams(location.search).get("lang");
  const tablet = new TabletPage(all, chooseLanguage(all.languages, asked, navigator.languages), board);
  tablet.show();
  tablet.line.run();
}

untilBegun(begin);
