// The commentary as sound: each new sentence, the newest in place of the one before.  Nothing is to be seen, unless there
// is nothing to be heard.
import { element, fetchJson, served } from "../../dom.js";
import { picture } from "../../symbols.js";
import { concerns } from "../pieces.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/** The page's server may hear a sentence later than this page. */
const TRIES = 3;
const AGAIN_MS = 1_000;
/** How long it is to be read that nobody speaks here. */
const TOLD_MS = 30_000;

/** Loudness from the address, in parts of a hundred. */
function volumeOf(query) {
  const asked = Number.parseInt(query.get("volume") ?? "", 10);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), 100) / 100 : 1;
}

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, options, again }) {
  const plate = (text, name) => [picture("icon", name), element("p", "title", text)];
  if (options.sample) return () => plate(words.text("overlay.voice.sample"), "voice");
  const sound = new Audio();
  sound.volume = volumeOf(new URLSearchParams(location.search));
  let last = null;
  let fault = "";

  function tell(text) {
    fault = text;
    again();
  }

  function speak(line, tries = TRIES) {
    sound.src = served(`voice/${words.language}/${line.epoch}-${line.seq}.wav`).href;
    sound.play().then(
      () => {
        document.body.dataset.spoken = `${line.epoch}-${line.seq}`;
        if (fault) tell("");
      },
      (error) => {
        // a newer sentence has taken its place
        if (line !== last || error.name === "AbortError") return;
        if (error.name === "NotAllowedError") {
          tell(words.text("overlay.voice.blocked"));
          document.addEventListener("pointerdown", () => line === last && speak(line), { once: true });
        } else if (tries > 1) setTimeout(() => line === last && speak(line, tries - 1), AGAIN_MS);
      },
    );
  }

  async function begin() {
    const voice = await fetchJson("voice.json").catch(() => null);
    if (voice?.there) return;
    tell(words.text("overlay.voice.missing"));
    setTimeout(tell, TOLD_MS, "");
  }
  begin();

  return ({ commentary }) => {
    const newest = commentary?.lines.at(-1);
    if (newest) {
      const line = { epoch: commentary.epoch, game: commentary.game, seq: newest.seq };
      const first = last === null;
      const newer = first || line.epoch !== last.epoch || line.game !== last.game || line.seq > last.seq;
      if (newer) {
        last = line;
        // what was said before this page came is not said again
        if (!first && concerns(options, newest.seat)) speak(line);
      }
    }
    return fault ? plate(fault, "no_voice") : null;
  };
}
