// The statistics of a game that is over: charts as the tablet and the protocol draw them, in words made by the table.
import { element } from "../dom.js";
import { pawnColour } from "../symbols.js";

const $ = (id) => document.getElementById(id);

/** `figures`: a line of facts, and charts of bars whose lengths are shares of the longest. */
export function showFigures(words, figures) {
  $("figures").replaceChildren(
    element("h2", "", words.text("replay.figures")),
    element("p", "", figures.facts),
    ...figures.charts.map(chart),
  );
  $("figures").hidden = !figures.charts.length;
}

function chart({ title, note, bars }) {
  const drawn = element("figure");
  const caption = element("figcaption", "", title);
  if (note) caption.append(element("small", "", note));
  const list = element("ul");
  list.append(...bars.map(row));
  drawn.append(caption, list);
  return drawn;
}

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
