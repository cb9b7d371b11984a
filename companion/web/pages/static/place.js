// The line of a phone or a tablet to the table: takes its place, waits for news, gives orders.  Every request stands alone,
// so after sleep or a dead network one more request is all it takes to be back.
/** Longer than the server lets a phone wait for news. */
const NEWS_MS = 30_000;
const ORDER_MS = 8_000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
/** An answer without news that came so early was meant for another tab with the same seat: they take turns. */
const EARLY_MS = 5_000;
/** Why a request was given up that nobody answered; others are, because something else is to be asked. */
const TIMED_OUT = "timed out";

/** @param {number} ms */
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} stored */
function kept(stored) {
  try {
    return localStorage.getItem(stored);
  } catch {
    return null; // a browser that keeps nothing: the seat lasts as long as the page
  }
}

/**
 * @param {string} stored
 * @param {string | null} token
 */
function keep(stored, token) {
  try {
    if (token) localStorage.setItem(stored, token);
    else localStorage.removeItem(stored);
  } catch {
    // as above
  }
}

/**
 * An answer of the server: a place that was taken, news of it, or how an order went; else why not.
 * @template Page
 * @typedef {{ token?: string, page?: Page | null, after?: string, id?: string, ok?: boolean, error?: string | null }} Said
 */

/**
 * The part that every place has; `Page` is what it is shown.
 * @template Page
 */
export class Line {
  /**
   * `onChange()` is called whenever something that is shown has changed.
   * @param {() => void} onChange
   * @param {{ path: string, stored: string, opening?: Record<string, string> }} place the path that takes its requests, the
   *   name under which its token is kept, and what goes with a code
   */
  constructor(onChange, { path, stored, opening = {} }) {
    this.onChange = onChange;
    this.path = path;
    this.stored = stored;
    this.opening = opening;
    this.token = kept(stored);
    /** @type {Page | null} */
    this.page = null;
    /** connecting, live or lost; or, where no seat is open: scan, void, taken, over. */
    this.signal = "connecting";
    this.after = "";
    this.failed = 0;
    /** @type {AbortController | null} */
    this.waiting = null;
    this.wakened = () => {};
  }

  /** Goes on until the page is closed. */
  async run() {
    addEventListener("hashchange", () => this.wake());
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    for (;;) {
      const invitation = location.hash.slice(1);
      if (invitation) await this.take(invitation);
      else if (this.token) await this.hear();
      else await this.rest();
    }
  }

  /** What a phone waits for after it slept may never come: it asks anew. */
  wake() {
    this.after = "";
    this.failed = 0;
    this.waiting?.abort();
    this.wakened();
  }

  /** @param {string} invitation */
  async take(invitation) {
    const said = await this.ask({ invitation, ...this.opening }, ORDER_MS);
    if (!said) return;
    history.replaceState(null, "", location.pathname + location.search);
    if (said.token) {
      this.setToken(said.token);
      this.after = "";
    } else if (!this.token) {
      this.close(said.error === "often" ? "often" : "void");
    }
  }

  async hear() {
    const asked = this.after;
    const begun = Date.now();
    const said = await this.ask({ token: this.token, after: asked }, NEWS_MS);
    if (!said) return;
    if (!said.page) {
      this.close(said.error ?? "void");
      return;
    }
    this.after = said.after ?? "";
    this.page = said.page;
    this.become("live");
    if (said.after === asked && Date.now() - begun < EARLY_MS) await this.pause(EARLY_MS);
  }

  /** Nothing to do until somebody scans a code. */
  async rest() {
    if (this.signal === "connecting") this.become("scan");
    await this.pause(Infinity);
  }

  /**
   * So long, unless something wakes it.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  pause(ms) {
    return new Promise((done) => {
      this.wakened = done;
      if (ms < Infinity) setTimeout(done, ms);
    });
  }

  /**
   * Sends the same order again and again, until somebody answers or it is `over`; why it was refused, "" where it was not.
   * @param {Record<string, unknown>} order
   * @param {() => boolean} isOver
   * @returns {Promise<string>}
   */
  async insist(order, isOver) {
    while (this.token && !isOver()) {
      const said = await this.post({ token: this.token, ...order }, ORDER_MS);
      // there is news now, or soon
      if (said && "ok" in said) this.wakened();
      if (said && "ok" in said) return said.ok ? "" : said.error ?? "";
      if (said?.error) return said.error;
      // whoever waits for news on the same dead line is to notice, too
      this.waiting?.abort();
      await sleep(FIRST_PAUSE_MS);
    }
    return "";
  }

  /** @param {string | null} token */
  setToken(token) {
    this.token = token;
    keep(this.stored, token);
  }

  /**
   * The seat is open no more.
   * @param {string} why
   */
  close(why) {
    this.setToken(null);
    this.page = null;
    this.become(why);
  }

  /** @param {string} signal */
  become(signal) {
    this.signal = signal;
    this.onChange();
  }

  /**
   * The answer; null where none came, after a pause.
   * @param {Record<string, unknown>} body
   * @param {number} ms
   */
  async ask(body, ms) {
    const awake = new AbortController();
    this.waiting = awake;
    const said = await this.post(body, ms, awake);
    if (said) {
      this.failed = 0;
    } else if (!awake.signal.aborted || awake.signal.reason === TIMED_OUT) {
      this.failed += 1;
      if (this.failed > 1) this.become(this.page ? "lost" : "connecting");
      await this.pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failed, 5)) * (0.5 + Math.random()));
    }
    return said;
  }

  /**
   * @param {Record<string, unknown>} body
   * @param {number} ms
   * @param {AbortController} [aborting]
   * @returns {Promise<Said<Page> | null>}
   */
  async post(body, ms, aborting = new AbortController()) {
    const timer = setTimeout(() => aborting.abort(TIMED_OUT), ms);
    try {
      const answer = await fetch(this.path, { method: "POST", body: JSON.stringify(body), signal: aborting.signal, cache: "no-store" });
      // busy, or asked too often: as if nobody had answered
      return [200, 400, 403, ...(this.token ? [] : [429])].includes(answer.status) ? await answer.json() : null;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
