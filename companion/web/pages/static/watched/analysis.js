// What the coach says of a game: the curve of chances with its turning points, luck and play, in words made by the table.
import { byId, element } from "../dom.js";
import { make, pawnColour, pawnPicture } from "../symbols.js";
/** @import { AnalysisFace, Curve, PointFace, SheetRow } from "../data.d.ts" */

const WIDE = 600;
const HIGH = 160;

/**
 * `analysis`: what is drawn, nothing where the game was not analysed; `goTo(row)` shows the table of then.
 * @param {AnalysisFace | undefined} analysis
 * @param {(row: number) => void} goTo
 */
export function showAnalysis(analysis, goTo) {
  byId("analysis").hidden = !analysis;
  if (!analysis) return;
  byId("analysis").role = "region";
  byId("analysis").ariaLabel = analysis.title;
  byId("analysis").replaceChildren(
    element("h2", "", analysis.title),
    drawing(analysis),
    legend(analysis.curves),
    element("h3", "", analysis.points_title),
    analysis.points.length ? pointList(analysis.points, goTo) : element("p", "", analysis.no_points),
    element("h3", "", analysis.played_title),
    sheet(analysis.team_heads, analysis.teams),
    sheet(analysis.player_heads, analysis.players),
  );
}

/** @param {AnalysisFace} analysis */
function drawing({ title, curves, points }) {
  const svg = make("svg", { viewBox: `-4 -18 ${WIDE + 8} ${HIGH + 22}`, role: "img", "aria-label": title });
  for (const share of [0, 0.5, 1]) {
    make("line", { class: "grid", x1: 0, x2: WIDE, y1: HIGH * share, y2: HIGH * share }, svg);
  }
  let labelled = -1;
  for (const { at, number } of points) {
    make("line", { class: "turn", x1: at * WIDE, x2: at * WIDE, y1: 0, y2: HIGH }, svg);
    // numbers that would lie over each other stand in the list alone
    if (at - labelled < 0.04) continue;
    labelled = at;
    make("text", { x: at * WIDE, y: -5, "text-anchor": "middle" }, svg).textContent = String(number);
  }
  for (const { colour, chances } of curves) {
    const last = Math.max(1, chances.length - 1);
    const way = chances.map((chance, at) => `${((at / last) * WIDE).toFixed(1)},${((1 - chance) * HIGH).toFixed(1)}`).join(" ");
    make("polyline", { class: "edge", points: way }, svg);
    make("polyline", { points: way }, svg).style.stroke = pawnColour(colour);
  }
  return svg;
}

/** @param {Curve[]} curves */
function legend(curves) {
  const list = element("ul", "legend");
  for (const { colour, name } of curves) {
    const item = element("li");
    item.append(pawnPicture(colour), element("bdi", "", name));
    list.append(item);
  }
  return list;
}

/**
 * @param {PointFace[]} points
 * @param {(row: number) => void} goTo
 */
function pointList(points, goTo) {
  const list = element("ol");
  for (const { row, number, colour, title, sentence } of points) {
    const item = element("li");
    const button = element("button");
    button.type = "button";
    button.append(element("small", "number", number), pawnPicture(colour), element("b", "", title), element("span", "", sentence));
    button.addEventListener("click", () => goTo(row));
    item.append(button);
    list.append(item);
  }
  return list;
}

/**
 * @param {string[]} heads
 * @param {SheetRow[]} rows
 */
function sheet(heads, rows) {
  const table = element("table");
  const head = table.createTHead().insertRow();
  head.append(element("td"), ...heads.map((text) => element("th", "", text)));
  const body = table.createTBody();
  for (const { colour, name, numbers } of rows) {
    const line = body.insertRow();
    const who = element("th");
    who.append(pawnPicture(colour), element("bdi", "", name));
    line.append(who, ...numbers.map((text) => element("td", "", text)));
  }
  return table;
}
