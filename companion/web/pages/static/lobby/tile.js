// One table in the lobby: its board in small, who plays, what it is at.  What people wrote goes in as text.
import { Board } from "../board.js";
import { element } from "../dom.js";
import { make, pawnColour, pawnPicture } from "../symbols.js";
/** @import { BoardFiles, Info, Seat, State } from "../data.d.ts" */
/** @import { Boards } from "../boards.js" */
/** @import { Feed } from "../feed.js" */
/** @import { Words } from "../words.js" */

export class Tile {
  /**
   * `table` is its name in the topics, `href` its own page.
   * @param {string} table
   * @param {string} href
   * @param {Words} words
   * @param {Boards} boards
   */
  constructor(table, href, words, boards) {
    this.words = words;
    this.boards = boards;
    /** @type {Board | null} */
    this.board = null;
    /** @type {BoardFiles | null} */
    this.drawn = null;
    /** @type {State | null} */
    this.newest = null;
    this.item = element("li");
    this.item.dataset.table = table;
    this.link = element("a", "tile");
    this.link.href = href;
    this.frame = element("span", "small-board");
    this.badge = element("span", "badge");
    this.badgeText = element("b");
    this.badge.append(element("i"), this.badgeText);
    this.game = element("span", "game");
    this.seats = element("span", "seats");
    this.now = element("span", "now");
    const head = element("span", "top");
    head.append(element("b", "table-name", table), this.badge);
    const about = element("span", "about");
    about.append(head, this.game, this.seats, this.now);
    this.link.append(this.frame, about);
    this.item.append(this.link);
  }

  /**
   * `feed`: what was heard of the table.
   * @param {Feed} feed
   */
  show(feed) {
    const { state } = feed;
    this.item.dataset.signal = feed.signal;
    this.item.dataset.seq = String(state?.seq ?? "");
    this.badgeText.textContent = this.words.text(feed.signal);
    if (!state) {
      this.now.textContent = this.words.text(feed.unread ? "unreadable" : "idle");
      return;
    }
    this.game.textContent = state.position ? this.words.game(state.variant) : "";
    this.seats.replaceChildren(...state.seats.map((seat) => this.seat(state, seat)));
    this.now.textContent = state.result ? this.words.winners(state, state.result) : this.words.stage(state);
    this.showBoard(state, feed.info);
  }

  /**
   * @param {State} state
   * @param {Seat} seat
   */
  seat(state, seat) {
    const shown = element("span", "seat");
    shown.classList.toggle("turn", state.acting === seat.seat && !state.result);
    shown.style.setProperty("--seat", pawnColour(seat.colour));
    shown.append(pawnPicture(seat.colour), element("span", "name", seat.name));
    return shown;
  }

  /**
   * @param {State} state
   * @param {Info | null} info
   */
  async showBoard(state, info) {
    this.newest = state;
    const wanted = this.boards.find(state, info);
    if (wanted !== this.drawn) {
      this.drawn = wanted;
      this.board = null;
      this.frame.replaceChildren();
      const parts = wanted && (await this.boards.fetch(wanted));
      if (this.drawn !== wanted) return;
      if (!parts) this.drawn = null;
      if (!parts?.geometry) return;
      const svg = make("svg", { class: "board", "aria-hidden": "true" });
      this.board = new Board(svg, parts.geometry, parts.known, parts.drawings);
      this.frame.replaceChildren(svg);
    }
    if (this.newest) this.board?.show(this.newest);
  }
}
