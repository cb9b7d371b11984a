// In place of mqtt.js: a broker for which a test speaks (`broker.say`), and which it takes away and brings back.
(() => {
  const JUNK = /undefined|NaN|\[object|Infinity|\bnull\b|\de\+\d/;
  let line = null;

  const broker = {
    away: false,
    tries: 0,
    listens: (name) => line.topics.some((filter) => filter.endsWith(`/${name}`)),
    /** What a table says on a topic of the tree. */
    say(name, text, table = "table-1") {
      const topic = line.topics.find((filter) => filter.endsWith(`/${name}`)).replace("+", table);
      line.heard.message(topic, { toString: () => text });
    },
    drop() {
      this.away = true;
      line.heard.close();
    },
    /** The page as it looks, and the row that it shows. */
    looks() {
      const shown = document.querySelector("#page, #part, #tables");
      const seq = document.querySelector("[data-table]")?.dataset.seq ?? document.body.dataset.seq;
      return { markup: document.body.dataset.quiet === "true" ? "" : shown.innerHTML, seq };
    },
    /**
     * Of messages with something wrong, each after a good one: those that raise something, that put words of a program
     * on the page, or that change its looks though they were not taken.
     */
    faults(cases) {
      const found = [];
      for (const [what, name, good, bad] of cases) {
        this.say(name, good);
        const before = this.looks();
        try {
          this.say(name, bad);
        } catch (error) {
          found.push([what, String(error)]);
          continue;
        }
        const after = this.looks();
        if (JUNK.test(after.markup)) found.push([what, JUNK.exec(after.markup)[0]]);
        if (name === "state" && after.seq === before.seq && after.markup !== before.markup) found.push([what, "changed"]);
      }
      return found;
    },
  };

  const mqtt = {
    connect() {
      const client = { heard: {}, topics: [] };
      line = client;
      broker.tries += 1;
      setTimeout(() => (broker.away ? client.heard.close?.() : client.heard.connect?.()));
      return {
        on: (event, take) => { client.heard[event] = take; },
        subscribe: (topics) => {
          client.topics = topics;
          document.documentElement.dataset.subscribed = String(broker.tries);
        },
        end: () => {},
        removeAllListeners: () => { client.heard = {}; },
      };
    },
  };
  Object.defineProperty(window, "mqtt", { get: () => mqtt, set: () => {} });
  window.broker = broker;
})();
