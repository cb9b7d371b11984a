// The lobby: every table of a club with its board in small, from the retained states alone.
import { byId, colourWindow, fetchJson, untilBegun } from "../dom.js";
import { Feed, TABLE_NAME } from "../feed.js";
import { Line } from "../line.js";
import { takeSheet } from "../symbols.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { Boards } from "../boards.js";
import { Tile } from "./tile.js";
/** @import { ViewerConfig } from "../data.d.ts" */

const NAMES = ["info", "status", "state"];
/** More tables than this nobody reads. */
const MOST = 200;
const DAY_MS = 86_400_000;
const ORDER = ["live", "paused", "connecting", "over", "lost"];

const query = new URLSearchParams(location.search);

/** @typedef {{ tile: Tile, feed: Feed, seen: boolean }} Shown a table that was heard of; `seen` here while it was on */

class Lobby {
  /**
   * @param {Words} words
   * @param {Boards} boards
   * @param {ViewerConfig} config
   */
  constructor(words, boards, config) {
    this.words = words;
    this.boards = boards;
    this.config = config;
    this.root = config.base.slice(0, config.base.lastIndexOf("/") + 1);
    /** @type {Map<string, Shown>} */
    this.tables = new Map();
    /** @type {Set<string>} */
    this.left = new Set();
    this.connected = false;
    this.heard = false;
    this.order = "";
  }

  filters() {
    return this.config.trees.flatMap((tree) => NAMES.map((name) => `${this.root}+/${tree}/${name}`));
  }

  /**
   * @param {string} topic
   * @param {string} text
   */
  take(topic, text) {
    const [table, tree, name] = topic.startsWith(this.root) ? topic.slice(this.root.length).split("/") : ["", "", ""];
    if (!TABLE_NAME.test(table) || !this.config.trees.includes(tree) || !NAMES.includes(name)) return;
    if (!this.tables.has(table) && this.tables.size >= MOST) this.left.add(table);
    else this.table(table).feed.take(name, text);
  }

  /** @param {string} name */
  table(name) {
    const found = this.tables.get(name);
    if (found) return found;
    const address = new URLSearchParams(query);
    address.set("table", name);
    const tile = new Tile(name, `${this.config.viewer}?${address}`, this.words, this.boards);
    const feed = new Feed(() => this.showTable(made));
    feed.connected = this.connected;
    const made = { tile, feed, seen: false };
    this.tables.set(name, made);
    return made;
  }

  /** @param {Shown} table */
  showTable(table) {
    table.tile.show(table.feed);
    table.seen ||= table.feed.signal === "live";
    this.heard = true;
    this.show();
  }

  /** @param {boolean} connected */
  onLine(connected) {
    this.connected = connected;
    for (const { tile, feed } of this.tables.values()) {
      feed.connected = connected;
      tile.show(feed);
    }
    this.show();
  }

  /** Tables that said farewell a day ago are left out, unless it is their clock that is a day late. */
  shown() {
    /** @param {Shown} table */
    const gone = ({ feed, seen }) => !seen && feed.signal === "lost" && feed.status && feed.status.ts < Date.now() - DAY_MS;
    /** @param {Shown} table */
    const rank = ({ feed }) => ORDER.indexOf(feed.signal);
    return [...this.tables].filter(([, table]) => !gone(table)).sort(([one, first], [other, second]) => (
      rank(first) - rank(second) || one.localeCompare(other, "en", { numeric: true })));
  }

  show() {
    const shown = this.shown();
    const order = shown.map(([name]) => name).join();
    if (order !== this.order) byId("tables").replaceChildren(...shown.map(([, { tile }]) => tile.item));
    this.order = order;
    document.body.dataset.tables = String(shown.length);
    document.body.dataset.connected = String(this.connected);
    const playing = shown.filter(([, { feed }]) => feed.signal === "live").length;
    byId("count").textContent = shown.length ? this.words.text("lobby.playing", { count: playing }) : "";
    byId("word").textContent = this.word(shown.length);
    byId("word").hidden = !byId("word").textContent;
  }

  /** @param {number} count */
  word(count) {
    if (!this.connected) return this.words.text(this.heard ? "lobby.lost" : "connecting");
    if (!count) return this.words.text("lobby.none");
    return this.left.size ? this.words.text("lobby.more", { count: MOST }) : "";
  }
}

async function begin() {
  colourWindow();
  const [all, boards, config] = await Promise.all([fetchJson("words.json"), fetchJson("boards.json"), fetchJson("config.json"), takeSheet()]);
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  document.title = byId("title").textContent = words.text("lobby.title");
  byId("languages").replaceChildren(...languageLinks(words, query));
  const lobby = new Lobby(words, new Boards(boards), config);
  lobby.show();
  new Line(() => lobby.filters(), (topic, text) => lobby.take(topic, text), (connected) => lobby.onLine(connected)).connect();
}

untilBegun(begin);
