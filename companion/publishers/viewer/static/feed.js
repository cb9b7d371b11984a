// What was heard of one table.
import { Line } from "./line.js";
import { isCommentary, isState, isRecord } from "./shape.js";

const TOPICS = ["info", "status", "state", "analysis", "commentary"];
const STALE_MS = 75_000;
export const TABLE_NAME = /^[a-z0-9-]{1,64}$/;

/** Whether `next` is newer than `last`: rows never fall within a game, starts of the program never fall at all. */
export function isNewer(next, last) {
  if (!last) return true;
  if (next.epoch !== last.epoch) return next.epoch > last.epoch || next.ts > last.ts;
  return next.game === last.game ? next.seq >= last.seq : next.ts >= last.ts;
}

export class Feed {
  /** `onChange(feed)` is called whenever something that is shown has changed. */
  constructor(onChange) {
    this.onChange = onChange;
    this.state = null;
    this.info = null;
    this.status = null;
    this.analysis = null;
    this.commentary = null;
    this.connected = false;
    this.heardAt = 0;
    this.unread = false;
    this.stale = null;
  }

  /** connecting, live, paused, lost; or over: a game that has ended has nothing more to say, and nothing is lost. */
  get signal() {
    const gone = this.status && ["lost", "disconnected"].includes(this.status.state);
    const silent = this.heardAt && Date.now() - this.heardAt >= STALE_MS;
    if (gone || silent || (!this.connected && this.state)) return this.state?.stage === "over" ? "over" : "lost";
    if (!this.connected || !this.status) return "connecting";
    return this.status.state === "paused" ? "paused" : "live";
  }

  connect() {
    const line = new Line((config) => this.filters(config), (topic, text) => this.take(topic.split("/").pop(), text), (connected) => {
      this.connected = connected;
      this.onChange(this);
    });
    line.connect();
  }

  /** The table of the page's address, else the one that it was made for. */
  filters(config) {
    const asked = new URLSearchParams(location.search).get("table") ?? "";
    const base = TABLE_NAME.test(asked) ? config.base.slice(0, config.base.lastIndexOf("/") + 1) + asked : config.base;
    return config.trees.flatMap((tree) => TOPICS.map((name) => `${base}/${tree}/${name}`));
  }

  take(name, text) {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      value = null;
    }
    if (!isRecord(value) || (name === "state" && !isState(value))) {
      // an empty message takes a retained one away and is no fault
      if (name === "state" && text) this.unread = true;
      this.onChange(this);
      return;
    }
    if (name === "state" && isNewer(value, this.state)) this.takeState(value);
    // a table that had no delay yesterday has left a tree of its own behind
    if (name === "info" && !(this.info?.ts > value.ts)) this.info = value;
    if (name === "analysis") this.analysis = value;
    if (name === "commentary" && isCommentary(value)) this.commentary = value;
    // the last will of a program that has since been started again is old news
    if (name === "status" && (!this.status || value.epoch >= this.status.epoch || value.ts > this.status.ts)) {
      this.status = value;
    }
    this.onChange(this);
  }

  takeState(state) {
    this.state = state;
    this.heardAt = Date.now();
    clearTimeout(this.stale);
    this.stale = setTimeout(() => this.onChange(this), STALE_MS + 50);
  }
}
