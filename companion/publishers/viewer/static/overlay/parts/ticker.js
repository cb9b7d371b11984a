// What happens, as a line: the newest first, and of the older ones as many as there is room for.
import { element } from "../../dom.js";
import { newestEvents } from "../events.js";
import { block } from "../pieces.js";

export function part({ words, plate, again }) {
  new ResizeObserver(again).observe(plate);

  /** Takes away from the end what does not fit wholly; a sentence too long for the line gives way to `short`. */
  function trim(line, short) {
    const full = () => line.scrollWidth > line.clientWidth;
    while (line.children.length > 1 && full()) line.lastElementChild.remove();
    if (full() || line.firstElementChild.scrollWidth > line.firstElementChild.clientWidth) line.firstElementChild.textContent = short;
  }

  return ({ state }) => {
    const events = state ? newestEvents(words, state) : [];
    if (!events.length) return null;
    const [newest, ...older] = events.map(({ text }) => text);
    const sentence = state.last?.seq === events[0].event.seq ? words.sentence(state.last.text) : newest;
    const line = block("ul", "items", ...[sentence, ...older].map((text) => element("li", "item", text)));
    plate.replaceChildren(element("i", "logo"), line);
    trim(line, newest);
    return true;
  };
}
