// The parts of a tablet's panel: sentences, cards, and buttons.  What people wrote goes in as text, never as markup.
import { element } from "../dom.js";
import { pawnPicture, picture } from "../symbols.js";
/** @import { Act, CardFace, ChipFace, Part, SeatFace } from "../data.d.ts" */

/** @typedef {(name: string) => void} Do */

/**
 * A button; without an act it cannot be pressed.
 * @param {Act} act
 * @param {Do} doAct
 */
export function actButton(act, doAct) {
  const button = element("button", "act");
  button.type = "button";
  button.classList.toggle("strong", act.strong);
  if (act.on) button.setAttribute("aria-pressed", "true");
  if (act.icon) button.append(picture("icon", act.icon));
  button.append(element("span", "", act.text));
  press(button, act.act, doAct);
  return button;
}

/**
 * A card, to be pressed if it has an act.
 * @param {CardFace} face
 * @param {Do} doAct
 */
export function cardFace(face, doAct) {
  const made = element(face.act ? "button" : "span", "tile");
  made.style.color = `var(--${face.colour.replace("_", "-")})`;
  made.classList.toggle("on", face.on);
  made.classList.toggle("empty", face.colour === "muted");
  if (face.on) made.setAttribute("aria-pressed", "true");
  if (made instanceof HTMLButtonElement) {
    made.type = "button";
    press(made, face.act, doAct);
    made.ariaLabel = face.name;
  } else {
    made.role = "img";
    made.ariaLabel = face.name;
  }
  if (face.value) made.append(element("b", "", face.value));
  if (face.picture) made.append(picture(face.value ? "pictogram" : "pictogram large", face.picture));
  if (face.caption) made.append(element("small", "", face.caption));
  return made;
}

/**
 * @param {Part} part
 * @param {Do} doAct
 */
export function panelPart(part, doAct) {
  const cards = part.kind === "cards" || part.kind === "row";
  const made = element(part.kind === "title" ? "h2" : part.kind === "text" ? "p" : "div", part.kind);
  if (part.text) made.append(cards ? element("p", "", part.text) : part.text);
  if (cards) {
    const row = element("div", "tiles");
    row.append(...part.cards.map((face) => cardFace(face, doAct)));
    made.append(row);
  }
  made.append(...part.acts.map((act) => actButton(act, doAct)));
  return made;
}

/** @param {SeatFace} seat */
export function seatFace(seat) {
  const made = element("li");
  made.classList.toggle("active", seat.active);
  if (seat.active) made.ariaCurrent = "true";
  const who = element("span", "name", seat.name);
  const cards = element("span", "number", seat.cards);
  const home = element("span", "number", seat.home);
  cards.prepend(picture("icon", "cards"));
  home.prepend(picture("icon", "home"));
  made.append(pawnPicture(seat.colour), who, cards, home, element("small", "", seat.note));
  return made;
}

/** @param {ChipFace} chip */
export function chipFace(chip) {
  const made = element("li", "chip");
  made.dataset.tone = chip.tone;
  made.title = chip.detail;
  made.append(picture("icon", chip.icon), element("span", "", chip.title), picture("icon small", chip.state_icon));
  made.append(element("span", "said", chip.state));
  return made;
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} act
 * @param {Do} doAct
 */
function press(button, act, doAct) {
  button.disabled = !act;
  if (!act) return;
  button.dataset.act = act;
  button.addEventListener("click", () => doAct(act));
}
