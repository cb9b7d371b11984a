// What was heard of one table.
import { Line } from "./line.js";
import { LONGEST_MESSAGE, isAnalysis, isCommentary, isEvening, isInfo, isState, isStatus } from "./shape.js";
/** @import { Analysis, Commentary, Evening, Info, State, Status, ViewerConfig } from "./data.d.ts" */
/** @import { Signal } from "./page.d.ts" */

const TOPICS = ["info", "status", "state", "analysis", "commentary", "evening"];
const STALE_MS = 75_000;
export const TABLE_NAME = /^[a-z0-9-]{1,64}$/;

/** @typedef {{ epoch: number, ts?: number, game?: string, seq?: number }} Made what a message says of when it was made */

/**
 * Whether `next` is newer than `last`, as companion/views/broadcast/order.py has it: rows never fall within a game,
 * times never within a start of the program, and starts never fall at all, but where the data folder was deleted.
 * @param {Made} next
 * @param {Made | null} last
 */
export function isNewer(next, last) {
  if (!last) return true;
  const later = numberOf(next.ts) - numberOf(last.ts);
  const starts = numberOf(next.epoch) - numberOf(last.epoch);
  if (starts) return starts > 0 || later > 0;
  const rows = next.game === last.game ? numberOf(next.seq) - numberOf(last.seq) : 0;
  return rows ? rows > 0 : later >= 0;
}

/**
 * A field that is no number counts as 0: any program may write to the broker.
 * @param {unknown} value
 */
const numberOf = (value) => (typeof value === "number" ? value : 0);

export class Feed {
  /**
   * `onChange(feed)` is called whenever something that is shown has changed.
   * @param {(feed: Feed) => void} onChange
   */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {State | null} */
    this.state = null;
    /** @type {Info | null} */
    this.info = null;
    /** @type {Status | null} */
    this.status = null;
    /** @type {Analysis | null} */
    this.analysis = null;
    /** @type {Commentary | null} */
    this.commentary = null;
    /** @type {Evening | null} */
    this.evening = null;
    this.connected = false;
    /** By the clock that nobody sets: that of the day may jump. */
    this.heardAt = -1;
    this.unread = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.stale = undefined;
  }

  /**
   * connecting, live, paused, lost; or over: a game that has ended has nothing more to say, and nothing is lost.
   * @returns {Signal}
   */
  get signal() {
    const gone = this.status && ["lost", "disconnected"].includes(this.status.state);
    const silent = this.heardAt >= 0 && performance.now() - this.heardAt >= STALE_MS;
    if (gone || silent || (!this.connected && this.state)) return this.state?.stage === "over" ? "over" : "lost";
    if (!this.connected || !this.status) return "connecting";
    return this.status.state === "paused" ? "paused" : "live";
  }

  connect() {
    const line = new Line((config) => this.filters(config), (topic, text) => this.take(topic.split("/").pop() ?? "", text), (connected) => {
      this.connected = connected;
      this.onChange(this);
    });
    line.connect();
  }

  /**
   * The table of the page's address, else the one that it was made for.
   * @param {ViewerConfig} config
   */
  filters(config) {
    const asked = new URLSearchParams(location.search).get("table") ?? "";
    const base = TABLE_NAME.test(asked) ? config.base.slice(0, config.base.lastIndexOf("/") + 1) + asked : config.base;
    return config.trees.flatMap((tree) => TOPICS.map((name) => `${base}/${tree}/${name}`));
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  take(name, text) {
    /** @type {unknown} */
    let value;
    try {
      value = text.length > LONGEST_MESSAGE ? null : JSON.parse(text);
    } catch {
      value = null;
    }
    // an empty message takes a retained one away and is no fault
    if (name === "state" && text && !isState(value)) this.unread = true;
    if (name === "state" && isState(value) && isNewer(value, this.state)) this.takeState(value);
    // a table that had no delay yesterday has left a tree of its own behind
    if (name === "info" && isInfo(value) && isNewer(value, this.info)) this.info = value;
    // what is said of a row may follow on what was not known of a later one
    if (name === "analysis" && isAnalysis(value) && isNewer({ ...value, seq: 0 }, this.analysis && { ...this.analysis, seq: 0 })) this.analysis = value;
    if (name === "commentary" && isCommentary(value) && isNewer(value, this.commentary)) this.commentary = value;
    if (name === "evening" && isEvening(value) && isNewer(value, this.evening)) this.evening = value;
    if (name === "status" && isStatus(value)) this.takeStatus(value);
    this.onChange(this);
  }

  /**
   * A last will was written beforehand: its time says nothing.
   * @param {Status} status
   */
  takeStatus(status) {
    const last = this.status;
    if (isNewer(status, last)) this.status = status;
    else if (last && status.state === "lost" && status.epoch === last.epoch) this.status = { ...status, ts: last.ts };
  }

  /** @param {State} state */
  takeState(state) {
    this.state = state;
    this.heardAt = performance.now();
    clearTimeout(this.stale);
    this.stale = setTimeout(() => this.onChange(this), STALE_MS + 50);
  }
}
