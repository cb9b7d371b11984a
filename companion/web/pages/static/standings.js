// The standings of the evening as a table: rank, names, games won, points.
import { element } from "./dom.js";
/** @import { Evening } from "./data.d.ts" */
/** @import { Words } from "./words.js" */

/**
 * The first lines of it.
 * @param {Words} words
 * @param {Evening} evening
 * @param {number} most
 */
export function standingsTable(words, evening, most) {
  const table = element("table", "standings-table");
  for (const { rank, names, points, won, games } of evening.lines.slice(0, most)) {
    const row = table.insertRow();
    row.append(
      element("td", "rank", `${rank}.`), element("td", "standing-names", names.join(" & ")),
      element("td", "won", words.text("standings.won", { won, games })), element("td", "points", String(points)),
    );
  }
  return table;
}
