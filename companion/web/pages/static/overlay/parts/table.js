// The table itself, where the house shows it: the board laid flat and seen from above, or the camera's picture.
import { element, fetchJson, served } from "../../dom.js";
import { picture } from "../../symbols.js";
import { Pictures } from "../pictures.js";
import { LivePictures } from "../whep.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

/** So often a table that shows no pictures is asked whether it does by now. */
const ASK_EVERY_MS = 15_000;

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words, options, again }) {
  if (options.sample) return () => [picture("icon", "camera"), element("p", "title", words.text("overlay.table.sample"))];
  const live = new URLSearchParams(location.search).get("line") === "whep";
  const address = served(`table/${options.view || "flat"}.${live ? "whep" : "mjpg"}`);
  const film = element("video", "screen");
  const canvas = element("canvas", "screen");
  const screen = live ? film : canvas;
  const pictures = live ? new LivePictures(address, film, again) : new Pictures(address, canvas, again);
  async function begin() {
    const config = await fetchJson("config.json").catch(() => null);
    if (config?.video) pictures.watch();
    else setTimeout(begin, ASK_EVERY_MS);
  }
  begin();
  return () => (pictures.shows ? [screen] : null);
}
