// The board as one SVG in millimetres: drawn once from its geometry, then only pawns, figures and disc move.
// What a game means by some fields (doors, special fields, ranks of pawns) comes from the games' data.
const SVG = "http://www.w3.org/2000/svg";

/** Fill, shape and ink of each pawn colour; the shape tells them apart without colour. */
export const PAWNS = {
  red: ["#C8283A", "triangle", "#FFFFFF"], yellow: ["#FFD23F", "square", "#16181A"],
  green: ["#3DBE8B", "diamond", "#10241B"], blue: ["#2F6FDE", "pentagon", "#FFFFFF"],
  black: ["#16181A", "plus", "#FAFAF7"], white: ["#FAFAF7", "ring", "#16181A"],
  purple: ["#7B3FB8", "star", "#FFFFFF"], orange: ["#F08A24", "bar", "#16181A"],
};
const UNKNOWN = ["#8A8F95", "dot", "#16181A"];
const DOG_HEAD = "-.36,-.40 -.12,-.58 .04,-.40 .24,-.38 .34,-.16 .60,-.04 .56,.18 .28,.26 .16,.52 -.40,.52 -.32,.08";
const DOG_EAR = "-.54,-.28 -.24,-.52 -.20,0 -.44,.08";

export function make(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

const corners = (count, radius, spin = -90) =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((spin + (360 / count) * index) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(3)},${(radius * Math.sin(angle)).toFixed(3)}`;
  }).join(" ");

function starPoints() {
  const outer = corners(5, 0.6).split(" ");
  const inner = corners(5, 0.27, -54).split(" ");
  return outer.flatMap((point, index) => [point, inner[index]]).join(" ");
}

const GLYPHS = {
  triangle: (ink) => make("polygon", { points: corners(3, 0.56), transform: "translate(0 .08)", fill: ink }),
  square: (ink) => make("rect", { x: -0.36, y: -0.36, width: 0.72, height: 0.72, fill: ink }),
  diamond: (ink) => make("polygon", { points: corners(4, 0.58), fill: ink }),
  pentagon: (ink) => make("polygon", { points: corners(5, 0.54), fill: ink }),
  plus: (ink) => make("path", { d: "M0-.5V.5M-.5 0H.5", stroke: ink, "stroke-width": 0.28 }),
  ring: (ink) => make("circle", { r: 0.4, fill: "none", stroke: ink, "stroke-width": 0.2 }),
  star: (ink) => make("polygon", { points: starPoints(), fill: ink }),
  bar: (ink) => make("rect", { x: -0.5, y: -0.14, width: 1, height: 0.28, fill: ink }),
  dot: (ink) => make("circle", { r: 0.2, fill: ink }),
};

/** The signs of the ranks, by what the games call them. */
const RANKS = {
  king: "-.48,.3 -.54,-.34 -.24,0 0,-.46 .24,0 .54,-.34 .48,.3",
  knight: "-.28,.46 -.18,.1 -.06,.02 -.34,.12 -.48,0 -.24,-.3 .02,-.38 .1,-.56 .2,-.34 .4,-.06 .4,.46",
  citizen: "-.28,.16 -.24,-.4 .24,-.4 .28,.16 .56,.16 .56,.36 -.56,.36 -.56,.16",
  jester: "-.34,.38 -.26,.06 -.52,-.06 -.14,-.2 0,-.46 .14,-.2 .52,-.06 .26,.06 .34,.38",
};
const NO_GAME = { figures: [], ranks: [], door: null, specials: [], lane_offset: 0, lane_option: null };

/** A pawn about the origin, radius 1; a known rank shows its sign instead of the colour's. */
export function pawnShape(colour, rank) {
  const [fill, glyph, ink] = PAWNS[colour] ?? UNKNOWN;
  const group = make("g");
  make("circle", { cy: 0.12, r: 1.06, fill: "#000", opacity: 0.3 }, group);
  make("circle", { r: 1.04, fill: "#fff" }, group);
  make("circle", { r: 0.95, fill: "#101214" }, group);
  make("circle", { r: 0.84, fill }, group);
  group.append(RANKS[rank] ? make("polygon", { points: RANKS[rank], fill: ink }) : GLYPHS[glyph](ink));
  return group;
}

function dogShape() {
  const group = make("g");
  make("circle", { cy: 0.12, r: 1.06, fill: "#000", opacity: 0.35 }, group);
  make("circle", { r: 1.04, fill: "#fff" }, group);
  make("circle", { r: 0.94, fill: "#16181a" }, group);
  make("polygon", { points: DOG_HEAD, fill: "#fff" }, group);
  make("polygon", { points: DOG_EAR, fill: "#fff", stroke: "#16181a", "stroke-width": 0.08 }, group);
  make("circle", { cx: 0.13, cy: -0.16, r: 0.08, fill: "#16181a" }, group);
  return group;
}

export class Board {
  constructor(svg, geometry, games = {}) {
    this.geometry = geometry;
    this.games = games;
    this.game = NO_GAME;
    this.laneOffset = 0;
    const { track, goal, kennel } = geometry;
    const next = (index) => track[(index + 1) % track.length];
    this.pitch = Math.min(...track.map(([x, y], index) => Math.hypot(x - next(index)[0], y - next(index)[1])));
    this.radius = this.pitch * 0.36;
    this.sectorLength = track.length / goal.length;
    this.svg = svg;
    svg.setAttribute("viewBox", this.crop([...track, ...goal.flat(), ...kennel.flat()]));
    this.under = make("g", {}, svg);
    this.disc = make("g", { class: "disc" }, svg);
    this.figures = make("g", {}, svg);
    this.pawns = new Map();
    this.turned = 0;
    this.drawn = "";
    this.shown = "";
    this.drawDisc();
    this.drawUnder([], 5);
  }

  crop(spots) {
    const rim = this.pitch * 0.95;
    const [xs, ys] = [spots.map((spot) => spot[0]), spots.map((spot) => spot[1])];
    const [left, top] = [Math.min(...xs) - rim, Math.min(...ys) - rim];
    const [width, height] = [Math.max(...xs) + rim - left, Math.max(...ys) + rim - top];
    const side = Math.max(width, height);
    this.box = [left - (side - width) / 2, top - (side - height) / 2, side];
    return `${this.box[0]} ${this.box[1]} ${side} ${side}`;
  }

  dot(parent, [cx, cy], r, fill) {
    return make("circle", { cx, cy, r, fill }, parent);
  }

  field(parent, spot, radius, edge = "#7A5B33", width = 0.16) {
    this.dot(parent, spot, radius, edge);
    this.dot(parent, spot, radius * (1 - width), "#FFF9EC");
  }

  /** `colours` by sector, "" where nobody sits; `kennels`: how many kennel spots are in use. */
  drawUnder(colours, kennels) {
    const { track, goal, wheel } = this.geometry;
    const [left, top, side] = this.box;
    this.under.replaceChildren();
    const rim = { x: left, y: top, width: side, height: side, rx: side * 0.04, fill: "#B98F57" };
    make("rect", rim, this.under);
    const inset = side * 0.008;
    make("rect", { x: left + inset, y: top + inset, width: side - 2 * inset, height: side - 2 * inset, rx: side * 0.034, fill: "#E7CFA3" }, this.under);
    const path = { points: track.join(" "), fill: "none", stroke: "#D2B27E", "stroke-width": this.pitch * 0.6, "stroke-linejoin": "round" };
    make("polygon", path, this.under);
    this.drawCentre();
    goal.forEach((_, sector) => this.drawSector(sector, PAWNS[colours[sector]]?.[0] ?? "#B98F57", kennels));
    track.forEach((spot, index) => {
      if (!(index % this.sectorLength) || wheel?.fields.includes(index)) return;
      this.field(this.under, spot, this.radius);
      if (index % this.sectorLength === this.game.door) this.drawDoor(spot);
      if (this.game.specials.includes(index % this.sectorLength)) this.drawSpecial(spot);
    });
  }

  get middle() {
    const [left, top, side] = this.box;
    return [left + side / 2, top + side / 2];
  }

  /** The field in the middle, where the game has one. */
  drawCentre() {
    const { centre } = this.geometry;
    if (!centre || this.game.door === null) return;
    for (const [size, ink] of [[2.5, "#7A5B33"], [2.36, "#7A4FA3"], [1.7, "#FFF9EC"]]) this.dot(this.under, centre, this.radius * size, ink);
  }

  /** A door: its rim in the centre's colour, and an arrow that points to the centre. */
  drawDoor(spot) {
    this.rim(spot, "#7A4FA3");
    const [x, y] = this.middle;
    const angle = (Math.atan2(y - spot[1], x - spot[0]) * 180) / Math.PI;
    const r = this.radius;
    const arrow = { class: "door", points: "2.3,0 1.3,-.6 1.3,.6", fill: "#7A4FA3", transform: `translate(${spot}) rotate(${angle}) scale(${r})` };
    make("polygon", arrow, this.under);
  }

  /** A special field, with a hat beside it, where no pawn hides it. */
  drawSpecial(spot) {
    this.rim(spot, "#9C3D1E");
    const [x, y] = this.middle;
    const angle = Math.atan2(y - spot[1], x - spot[0]);
    const r = this.radius;
    const at = [spot[0] + 2.5 * r * Math.cos(angle), spot[1] + 2.5 * r * Math.sin(angle)];
    const hat = "-.42,.42 -.34,-.62 .34,-.62 .42,.42 .8,.42 .8,.68 -.8,.68 -.8,.42";
    make("polygon", { class: "special", points: hat, fill: "#9C3D1E", transform: `translate(${at}) scale(${r})` }, this.under);
  }

  rim(spot, ink) {
    for (const [size, fill] of [[1.2, "#7A5B33"], [1.1, ink], [0.7, "#FFF9EC"]]) this.dot(this.under, spot, this.radius * size, fill);
  }

  drawSector(sector, fill, kennels) {
    const start = this.geometry.track[sector * this.sectorLength];
    const lane = this.geometry.goal[sector];
    const r = this.radius;
    const { track } = this.geometry;
    const foot = track[(sector * this.sectorLength + this.laneOffset + track.length) % track.length];
    const line = { points: [foot, ...lane].join(" "), fill: "none", "stroke-linejoin": "round" };
    make("polyline", { ...line, stroke: "#7A5B33", "stroke-width": r * 1.1 }, this.under);
    make("polyline", { ...line, stroke: fill, "stroke-width": r * 0.9 }, this.under);
    for (const spot of lane) {
      this.dot(this.under, spot, r * 1.12, "#7A5B33");
      this.field(this.under, spot, r * 1.02, fill, 0.3);
    }
    for (const spot of this.geometry.kennel[sector].slice(0, kennels)) {
      for (const [size, ink] of [[1.36, "#7A5B33"], [1.28, fill], [0.94, "#7A5B33"], [0.86, "#E7CFA3"]]) {
        this.dot(this.under, spot, r * size, ink);
      }
    }
    for (const [size, ink] of [[1.42, "#101214"], [1.32, fill], [0.86, "#FFF9EC"]]) this.dot(this.under, start, r * size, ink);
  }

  drawDisc() {
    const { wheel, track } = this.geometry;
    if (!wheel) return;
    const r = this.radius;
    this.disc.style.transformOrigin = `${wheel.centre[0]}px ${wheel.centre[1]}px`;
    this.dot(this.disc, wheel.centre, wheel.radius_mm, "#43525F");
    this.dot(this.disc, wheel.centre, wheel.radius_mm * 0.97, "#7C90A3");
    for (const index of wheel.fields) this.field(this.disc, track[index], r);
    for (const [shade, fields] of Object.entries(wheel.paws)) {
      for (const index of fields) this.drawPaw(track[index], shade === "white" ? "#FFFFFF" : "#14181C");
    }
    for (const [size, ink] of [[2.6, "#43525F"], [2.3, "#5E7285"], [0.8, "#43525F"]]) this.dot(this.disc, wheel.centre, r * size, ink);
  }

  /** A paw beside its field, towards the hub, where no pawn hides it. */
  drawPaw(spot, ink) {
    const { centre } = this.geometry.wheel;
    const r = this.radius;
    this.dot(this.disc, spot, r * 1.2, "#101214");
    this.dot(this.disc, spot, r * 1.1, ink);
    this.dot(this.disc, spot, r * 0.72, "#FFF9EC");
    const angle = Math.atan2(centre[1] - spot[1], centre[0] - spot[0]);
    const at = ([x, y], radius, turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
    const pad = at(spot, r * 2.35, angle);
    this.dot(this.disc, pad, r * 0.52, ink);
    for (const turn of [-66, -22, 22, 66]) {
      this.dot(this.disc, at(pad, r * 0.86, angle + Math.PI + (turn * Math.PI) / 180), r * 0.23, ink);
    }
  }

  /** Shows a state: pawns where they stand, the disc as it is turned, the last play marked. */
  show(state) {
    const position = state.position;
    if (!position) {
      this.figures.replaceChildren();
      this.pawns.clear();
      return;
    }
    const colours = this.geometry.goal.map((_, sector) => state.seats[position.seats.indexOf(sector)]?.colour ?? "");
    const kennels = Math.max(...position.pawns.map((row) => row.length));
    this.game = this.games[position.variant] ?? NO_GAME;
    this.laneOffset = position.options?.[this.game.lane_option] ?? this.game.lane_offset;
    const wanted = JSON.stringify([colours, kennels, position.variant, this.laneOffset]);
    if (wanted !== this.drawn) {
      this.drawUnder(colours, kennels);
      this.figures.replaceChildren();
      this.pawns.clear();
      this.drawn = wanted;
      this.shown = "";
    }
    this.markMoves(position);
    this.turnDisc(position.wheel ?? 0);
    position.pawns.forEach((row, seat) => this.placeRow(row, seat, position.seats[seat], colours));
    for (const name of this.game.figures) this.placeFigure(name, position[name]);
  }

  /** What the newest change has moved keeps a halo until something else moves. */
  markMoves(position) {
    const now = JSON.stringify([position.pawns, this.game.figures.map((name) => position[name])]);
    this.marking = this.shown !== "" && this.shown !== now;
    if (this.marking) for (const figure of this.pawns.values()) figure.classList.remove("moved");
    this.shown = now;
  }

  turnDisc(wheel) {
    const shown = ((this.turned % 4) + 4) % 4;
    this.turned += ((wheel - shown + 5) % 4) - 1;
    this.disc.style.transform = `rotate(${this.turned * 90}deg)`;
    this.svg.dataset.wheel = wheel;
  }

  /** Pawns that stay keep their figure, so that only what moved is seen moving; with ranks every pawn is its own. */
  placeRow(row, seat, sector, colours) {
    if (this.game.ranks.length) {
      this.placeRanked(row, seat, sector, colours);
      return;
    }
    const left = row.map(String);
    const figures = row.map((_, index) => this.figure(`${seat}-${index}`, () => pawnShape(colours[sector])));
    const moved = figures.filter((figure) => {
      const index = left.indexOf(figure.dataset.place);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    moved.forEach((figure, index) => this.put(figure, left[index]));
    const taken = figures.filter((figure) => figure.dataset.place === "kennel" && !moved.includes(figure)).map((figure) => figure.dataset.slot);
    for (const figure of figures) {
      figure.dataset.seat = seat;
      if (figure.dataset.place === "kennel" && moved.includes(figure)) {
        figure.dataset.slot = this.geometry.kennel[sector].findIndex((_, slot) => !taken.includes(String(slot)));
        taken.push(figure.dataset.slot);
      }
      this.move(figure, this.spot(figure.dataset.place, sector, Number(figure.dataset.slot ?? 0)), 1.3);
    }
  }

  placeRanked(row, seat, sector, colours) {
    row.forEach((place, index) => {
      const rank = this.game.ranks[index];
      const figure = this.figure(`${seat}-${index}`, () => pawnShape(colours[sector], rank));
      Object.assign(figure.dataset, { seat, rank, slot: index });
      if (figure.dataset.place !== String(place)) this.put(figure, String(place));
      this.move(figure, this.spot(String(place), sector, index), 1.4);
    });
  }

  placeFigure(name, place) {
    if (place === undefined || place === null) {
      // a new game, or its placing was taken back: the old one must not stay
      this.pawns.get(name)?.remove();
      this.pawns.delete(name);
      return;
    }
    const figure = this.figure(name, dogShape);
    figure.dataset.figure = name;
    if (figure.dataset.place !== String(place)) this.put(figure, String(place));
    this.move(figure, this.spot(String(place), 0, 0), 1.38);
  }

  put(figure, place) {
    figure.dataset.place = place;
    if (this.marking && place !== "kennel") figure.classList.add("moved");
  }

  figure(key, shape) {
    if (!this.pawns.has(key)) {
      const figure = make("g", { class: "figure" }, this.figures);
      make("circle", { class: "halo", r: 1.3 }, figure);
      figure.append(shape());
      this.pawns.set(key, figure);
    }
    return this.pawns.get(key);
  }

  /** A figure beside the board has no spot and is not shown. */
  move(figure, spot, size) {
    figure.style.display = spot ? "" : "none";
    if (!spot) return;
    const [x, y] = spot;
    figure.style.transform = `translate(${x}px, ${y}px) scale(${this.radius * size})`;
  }

  spot(place, sector, slot) {
    if (place === "kennel") return this.geometry.kennel[sector][slot];
    if (place === "centre") return this.geometry.centre;
    if (place.startsWith("goal-")) return this.geometry.goal[sector][Number(place.slice(5)) - 1];
    return this.geometry.track[Number(place)];
  }
}
