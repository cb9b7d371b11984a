// The line to the broker: one subscription, reconnects by itself with a little chance in it, so that a whole audience
// does not come back in the same instant.
import { served } from "./dom.js";
import { isCommentary, isState, isRecord } from "./shape.js";

const TOPICS = ["info", "status", "state", "analysis", "commentary"];
const STALE_MS = 75_000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5_000;

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
    this.tries = 0;
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

  async connect() {
    try {
      // asked each time: after a restart the broker may listen elsewhere
      const config = await (await fetch(served("config.json"), { cache: "no-store" })).json();
      this.listen(config);
    } catch {
      this.again();
    }
  }

  listen(config) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const { port, path } = config.websocket;
    const root = `${config.base}/${config.tree}`;
    const client = window.mqtt.connect(`${scheme}://${location.hostname}:${port}${path}`, {
      protocolVersion: 4, clean: true, reconnectPeriod: 0, connectTimeout: 5000, keepalive: 20, timerVariant: "native",
      clientId: `viewer-${Math.random().toString(36).slice(2, 12)}`,
    });
    client.on("connect", () => {
      this.connected = true;
      this.tries = 0;
      client.subscribe(TOPICS.map((name) => `${root}/${name}`), { qos: 0 });
      this.onChange(this);
    });
    client.on("message", (topic, payload) => this.take(topic.slice(root.length + 1), payload));
    client.on("error", () => client.end(true));
    client.on("close", () => {
      client.end(true);
      client.removeAllListeners();
      client.on("error", () => {});
      this.connected = false;
      this.onChange(this);
      this.again();
    });
  }

  again() {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** this.tries++, LONGEST_PAUSE_MS);
    setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }

  take(name, payload) {
    let value;
    try {
      value = JSON.parse(payload.toString());
    } catch {
      return;
    }
    if (!isRecord(value) || (name === "state" && !isState(value))) return;
    if (name === "state" && isNewer(value, this.state)) this.takeState(value);
    if (name === "info") this.info = value;
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
