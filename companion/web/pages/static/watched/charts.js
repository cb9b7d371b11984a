// The statistics of a game that is over: charts as the tablet and the protocol draw them, in words made by the table.
import { byId, element } from "../dom.js";
import { pawnColour } from "../symbols.js";
/** @import { Bar, Chart, ReplayFigures } from "../data.d.ts" */
/** @import { Words } from "../words.js" */

/**
 * A line of facts, and charts of bars whose lengths are shares of the longest.
 * @param {Words} words
 * @param {ReplayFigures} figures
 */
export function showFigures(words, figures) {
  const title = element("h2", "", words.text("replay.figures"));
  title.id = "figures-title";
  byId("figures").replaceChildren(
    title,
    element("p", "", figures.facts),
    ...figures.charts.map((each) => chart(each)),
  );
  byId("figures").hidden = !figures.charts.length;
}

/** @param {Chart} chart */
function chart({ title, note, bars }) {
  const drawn = element("figure");
  const caption = element("figcaption", "", title);
  if (note) caption.append(element("small", "", note));
  const list = element("ul");
  list.append(...bars.map((each) => row(each)));
  drawn.append(caption, list);
  return drawn;
}

/** @param {Bar} bar */
function row({ label, share, text, colour }) {
  const item = element("li");
  const bar = element("span", "bar");
  const length = element("i");
  length.style.width = `${100 * share}%`;
  if (colour) length.style.background = pawnColour(colour);
  bar.append(length);
  item.append(element("bdi", "", label), bar, element("b", "", text));
  return item;
}
