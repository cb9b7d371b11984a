// The line to the broker: one subscription, comes back by itself with a little chance in it, so that a whole audience does
// not come back in the same instant; a broker of several servers is tried at another one each time.
import { fetchJson } from "./dom.js";
/** @import { ViewerConfig } from "./data.d.ts" */

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5_000;
/** A server that is gone without a word is left for the next one after so long. */
const PATIENCE_MS = 5_000;
const PATIENCE_OF_MANY_MS = 2_500;

/**
 * Where the broker is this time: any of its servers but the last one, so that the audience of one that dies is spread.
 * @param {ViewerConfig} config
 * @param {string} last
 */
export function addressOf(config, last) {
  const { brokers, websocket } = config;
  if (brokers?.length) {
    const others = brokers.filter((address) => address !== last);
    return others[Math.floor(Math.random() * others.length)] ?? last;
  }
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.hostname}:${websocket?.port}${websocket?.path}`;
}

export class Line {
  /**
   * `filters(config)`: what to listen to; `onMessage(topic, text)`; `onChange(connected)`.
   * @param {(config: ViewerConfig) => string[]} filters
   * @param {(topic: string, text: string) => void} onMessage
   * @param {(connected: boolean) => void} onChange
   */
  constructor(filters, onMessage, onChange) {
    this.filters = filters;
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.tries = 0;
    this.address = "";
    this.content = "";
  }

  async connect() {
    try {
      // asked each time: after a restart the broker may listen elsewhere
      this.listen(await fetchJson("config.json"));
    } catch {
      this.again();
    }
  }

  /** @param {ViewerConfig} config */
  listen(config) {
    if (this.content && config.content !== this.content) {
      // by now another board lies on the table, or the program is another one
      location.reload();
      return;
    }
    this.content = config.content;
    this.address = addressOf(config, this.address);
    const client = window.mqtt.connect(this.address, {
      protocolVersion: 4, clean: true, reconnectPeriod: 0, keepalive: 20, timerVariant: "native",
      connectTimeout: config.brokers && config.brokers.length > 1 ? PATIENCE_OF_MANY_MS : PATIENCE_MS,
      clientId: `viewer-${Math.random().toString(36).slice(2, 12)}`,
    });
    client.on("connect", () => {
      this.tries = 0;
      client.subscribe(this.filters(config), { qos: 0 });
      this.onChange(true);
    });
    client.on("message", (topic, payload) => this.onMessage(topic, payload.toString()));
    client.on("error", () => client.end(true));
    client.on("close", () => {
      client.end(true);
      client.removeAllListeners();
      client.on("error", () => {});
      this.onChange(false);
      this.again();
    });
  }

  again() {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** this.tries++, LONGEST_PAUSE_MS);
    setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }
}
