// The standings of the evening, as many lines as there is room for.
import { element } from "../../dom.js";
import { standingsTable } from "../../standings.js";
/** @import { PartContext, Show } from "../../page.d.ts" */

const MOST = 8;

/**
 * @param {PartContext} context
 * @returns {Show}
 */
export function part({ words }) {
  return ({ evening }) => {
    if (!evening?.lines.length) return null;
    return [element("h1", "title", words.text("overlay.standings")), standingsTable(words, evening, MOST)];
  };
}
