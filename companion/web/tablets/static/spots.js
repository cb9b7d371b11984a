// What lies over the board: rings and arrows, and the spots for keys and screen readers.  A finger says only where it is:
// the table decides which spot it means.
import { make } from "../symbols.js";
/** @import { BoardFace, SpotFace } from "../data.d.ts" */

/** The radius of a ring, in parts of the board's side. */
const RING = 0.021;
const BACK = ["ArrowLeft", "ArrowUp"];
const ON = ["ArrowRight", "ArrowDown"];

export class Spots {
  /**
   * @param {SVGSVGElement} svg
   * @param {(name: string, touch?: { x: number, y: number, side: number }) => void} doAct
   */
  constructor(svg, doAct) {
    this.svg = svg;
    this.doAct = doAct;
    this.taps = false;
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {BoardFace} board */
  show(board) {
    this.taps = board.taps;
    this.svg.classList.toggle("taps", board.taps);
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.act : "";
    const arrows = board.arrows.map((arrow) => make("line", { x1: arrow.x, y1: arrow.y, x2: arrow.to_x, y2: arrow.to_y, class: "arrow", "marker-end": "url(#head-of-arrow)" }));
    const rings = board.spots.filter((spot) => spot.mark).map((spot) => ({ cx: spot.x, cy: spot.y, r: RING }));
    const disc = board.rim ? [{ cx: board.rim.x, cy: board.rim.y, r: board.rim.radius }] : [];
    const rims = [...rings, ...disc].map((ring) => make("circle", { ...ring, class: "rim" }));
    const discs = disc.map((ring) => make("circle", { ...ring, class: "spot disc pick" }));
    const spots = board.spots.map((spot) => this.spot(spot));
    this.svg.replaceChildren(headOfArrow(), ...arrows, ...rims, ...discs, ...spots);
    const means = spots.filter((spot) => spot.dataset.act);
    const again = means.find((spot) => spot.dataset.act === focused);
    (again ?? means[0])?.setAttribute("tabindex", "0");
    again?.focus({ preventScroll: true });
  }

  /** @param {SpotFace} spot */
  spot(spot) {
    const ring = make("circle", { cx: spot.x, cy: spot.y, r: RING, class: `spot ${spot.mark}` });
    if (spot.act) {
      ring.dataset.act = spot.act;
      ring.setAttribute("role", "button");
      ring.setAttribute("tabindex", "-1");
      ring.setAttribute("aria-label", spot.name);
      if (spot.mark === "pick") ring.setAttribute("aria-pressed", "true");
    }
    return ring;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!this.taps) return;
    const own = event.target instanceof SVGElement ? event.target.dataset.act : "";
    // of a key or a screen reader: it has no place
    if (own && event.detail === 0) {
      this.doAct(own);
      return;
    }
    const box = this.svg.getBoundingClientRect();
    const side = Math.min(box.width, box.height);
    this.doAct("touch", { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height, side });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const spots = /** @type {SVGElement[]} */ ([...this.svg.querySelectorAll("[data-act]")]);
    const at = spots.findIndex((spot) => spot === document.activeElement);
    if (at < 0) return;
    const act = spots[at].dataset.act ?? "";
    if (event.key === "Enter" || event.key === " ") this.doAct(act);
    else if (BACK.includes(event.key)) this.focus(spots, at - 1);
    else if (ON.includes(event.key)) this.focus(spots, at + 1);
    else return;
    event.preventDefault();
  }

  /**
   * @param {SVGElement[]} spots
   * @param {number} at
   */
  focus(spots, at) {
    for (const spot of spots) spot.setAttribute("tabindex", "-1");
    const next = spots[(at + spots.length) % spots.length];
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}

function headOfArrow() {
  const marker = make("marker", { id: "head-of-arrow", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto" });
  make("path", { d: "M0 0 10 5 0 10z", class: "arrow-head" }, marker);
  return marker;
}
