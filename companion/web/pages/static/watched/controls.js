// What steers a replay: buttons, the line of time, the move list, keys.
import { byId, element, inputById } from "../dom.js";
import { pawnPicture, picture } from "../symbols.js";
/** @import { ReplayLine } from "../data.d.ts" */
/** @import { Words } from "../words.js" */
/** @import { Player } from "./player.js" */

const JUMPS = ["captures", "disputes", "undos"];

/**
 * A length of time as on a clock: 0:07, 12:34, 1:02:03.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

export class Controls {
  /**
   * @param {Words} words
   * @param {Player} player
   */
  constructor(words, player) {
    this.words = words;
    this.player = player;
    byId("moves-title").textContent = words.text("replay.moves");
    byId("controls").title = words.text("replay.keys");
    this.toggle = this.button("resume", "replay.play", () => player.toggle());
    this.speed = element("button", "speed");
    this.speed.addEventListener("click", () => player.faster());
    byId("buttons").replaceChildren(
      this.button("first", "replay.first", () => this.to(1)),
      this.button("left", "replay.back", () => player.step(-1)),
      this.toggle,
      this.button("right", "replay.forward", () => player.step(1)),
      this.button("last", "replay.last", () => this.to(player.rows)),
      this.speed,
    );
    this.fillPlace();
    this.fillJumps();
    this.items = player.lines.map((line) => this.item(line));
    byId("move-list").replaceChildren(...this.items);
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /**
   * @param {string} icon
   * @param {string} text
   * @param {() => void} onClick
   */
  button(icon, text, onClick) {
    const made = element("button");
    made.type = "button";
    made.append(picture("icon", icon));
    made.title = made.ariaLabel = this.words.text(text);
    made.addEventListener("click", onClick);
    return made;
  }

  fillPlace() {
    const place = inputById("place");
    place.max = String(this.player.rows);
    place.ariaLabel = this.words.text("replay.time");
    place.addEventListener("input", () => this.player.seek(Number(place.value)));
  }

  fillJumps() {
    const buttons = JUMPS.map((kind) => {
      const count = this.player.lines.filter((line) => line.jump === kind).length;
      const made = element("button", "", this.words.text(`replay.${kind}`));
      made.type = "button";
      made.dataset.jump = kind;
      made.disabled = !count;
      made.append(element("b", "", count));
      made.addEventListener("click", () => this.player.jump(kind));
      return made;
    });
    byId("jumps").replaceChildren(...buttons);
  }

  /**
   * A line of the move list.  Names in it are isolated; a `bdi` would turn the whole line the way of the first one.
   * @param {ReplayLine} line
   */
  item(line) {
    const item = element("li", line.stands ? "" : "void");
    const made = element("button");
    made.type = "button";
    const seat = this.player.state.seats[line.seat ?? -1];
    made.append(
      element("small", "number", line.ply || ""),
      seat ? pawnPicture(seat.colour) : element("i"),
      element("span", "title", this.words.sentence(line.title)),
      element("small", "note", this.words.sentence(line.note)),
    );
    if (line.jump) made.dataset.jump = line.jump;
    made.addEventListener("click", () => this.to(line.row));
    item.append(made);
    return item;
  }

  /** @param {number} row */
  to(row) {
    this.player.rest();
    this.player.seek(row);
  }

  show() {
    const { player, words } = this;
    inputById("place").value = String(player.row);
    byId("time").textContent = `${clock(player.elapsed())} / ${clock(player.elapsed(player.rows))}`;
    this.toggle.replaceChildren(picture("icon", player.playing ? "pause" : "resume"));
    this.toggle.title = this.toggle.ariaLabel = words.text(player.playing ? "replay.rest" : "replay.play");
    this.speed.textContent = `×${player.speed}`;
    this.speed.ariaLabel = `${words.text("replay.speed")} ×${player.speed}`;
    const pause = player.shortened;
    byId("shortened").textContent = pause ? words.text("replay.shortened", { long: clock(pause.long), short: clock(pause.short) }) : "";
    this.mark(player.line);
  }

  /**
   * Marks a line and brings it into the list's own window; the page stays where it is.
   * @param {number} index
   */
  mark(index) {
    const list = byId("move-list");
    const item = this.items[index];
    if (!item || item.ariaCurrent === "true") return;
    for (const other of list.querySelectorAll("[aria-current]")) other.ariaCurrent = null;
    item.ariaCurrent = "true";
    const top = item.offsetTop;
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - (list.clientHeight - item.offsetHeight) / 2;
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.player.step(-1), ArrowUp: () => this.player.step(-1),
      ArrowRight: () => this.player.step(1), ArrowDown: () => this.player.step(1),
      Home: () => this.to(1), End: () => this.to(this.player.rows), " ": () => this.player.toggle(),
    };
    const act = keys[event.key];
    // a button that has the keyboard is pressed by the space bar itself
    if (!act || (event.key === " " && event.target instanceof Element && event.target.closest("button, a"))) return;
    event.preventDefault();
    act();
  }
}
