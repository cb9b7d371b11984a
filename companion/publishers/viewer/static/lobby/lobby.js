// The lobby: every table of a club with its board in small, from the retained states alone.
import { fetchJson } from "../dom.js";
import { Feed, TABLE_NAME } from "../feed.js";
import { Line } from "../line.js";
import { takeSheet } from "../symbols.js";
import { Words, chooseLanguage, languageLinks } from "../words.js";
import { Boards } from "../boards.js";
import { Tile } from "./tile.js";

const NAMES = ["info", "status", "state"];
/** More tables than this nobody reads. */
const MOST = 200;
const DAY_MS = 86_400_000;
const ORDER = ["live", "paused", "connecting", "over", "lost"];

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);

class Lobby {
  /** `config`: config.json. */
  constructor(words, boards, config) {
    this.words = words;
    this.boards = boards;
    this.config = config;
    this.root = config.base.slice(0, config.base.lastIndexOf("/") + 1);
    this.tables = new Map();
    this.left = new Set();
    this.connected = false;
    this.heard = false;
    this.order = "";
  }

  filters() {
    return this.config.trees.flatMap((tree) => NAMES.map((name) => `${this.root}+/${tree}/${name}`));
  }

  take(topic, text) {
    const [table, tree, name] = topic.startsWith(this.root) ? topic.slice(this.root.length).split("/") : [];
    if (!TABLE_NAME.test(table) || !this.config.trees.includes(tree) || !NAMES.includes(name)) return;
    if (!this.tables.has(table) && this.tables.size >= MOST) this.left.add(table);
    else this.table(table).feed.take(name, text);
  }

  table(name) {
    let found = this.tables.get(name);
    if (!found) {
      const address = new URLSearchParams(query);
      address.set("table", name);
      const tile = new Tile(name, `${this.config.viewer}?${address}`, this.words, this.boards);
      const feed = new Feed((feed) => this.showTable(tile, feed));
      feed.connected = this.connected;
      found = { tile, feed };
      this.tables.set(name, found);
    }
    return found;
  }

  showTable(tile, feed) {
    tile.show(feed);
    this.heard = true;
    this.show();
  }

  onLine(connected) {
    this.connected = connected;
    for (const { tile, feed } of this.tables.values()) {
      feed.connected = connected;
      tile.show(feed);
    }
    this.show();
  }

  /** Tables that said farewell a day ago are left out. */
  shown() {
    const gone = ({ feed }) => feed.signal === "lost" && feed.status && feed.status.ts < Date.now() - DAY_MS;
    const rank = ({ feed }) => ORDER.indexOf(feed.signal);
    return [...this.tables].filter(([, table]) => !gone(table)).sort(([one, first], [other, second]) => (
      rank(first) - rank(second) || one.localeCompare(other, "en", { numeric: true })));
  }

  show() {
    const shown = this.shown();
    const order = shown.map(([name]) => name).join();
    if (order !== this.order) $("tables").replaceChildren(...shown.map(([, { tile }]) => tile.item));
    this.order = order;
    document.body.dataset.tables = shown.length;
    document.body.dataset.connected = this.connected;
    const playing = shown.filter(([, { feed }]) => feed.signal === "live").length;
    $("count").textContent = shown.length ? this.words.text("lobby.playing", { count: playing }) : "";
    $("word").textContent = this.word(shown.length);
    $("word").hidden = !$("word").textContent;
  }

  word(count) {
    if (!this.connected) return this.words.text(this.heard ? "lobby.lost" : "connecting");
    if (!count) return this.words.text("lobby.none");
    return this.left.size ? this.words.text("lobby.more", { count: MOST }) : "";
  }
}

async function begin() {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  document.querySelector("meta[name=theme-color]").content = ground;
  const [all, boards, config] = await Promise.all([..."words boards config".split(" ").map((name) => fetchJson(`${name}.json`)), takeSheet()]);
  const words = new Words(all, chooseLanguage(all.languages, query.get("lang"), navigator.languages));
  document.documentElement.lang = words.language;
  document.title = $("title").textContent = words.text("lobby.title");
  $("languages").replaceChildren(...languageLinks(words, query));
  const lobby = new Lobby(words, new Boards(boards), config);
  lobby.show();
  new Line(() => lobby.filters(), (topic, text) => lobby.take(topic, text), (connected) => lobby.onLine(connected)).connect();
}

begin();
