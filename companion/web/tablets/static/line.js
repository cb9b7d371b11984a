// The line of a browser that is a tablet: an act names the page on which it was done, and is done on no other.
import { Line } from "../place.js";
/** @import { TabletPage } from "../data.d.ts" */

/** @extends {Line<TabletPage>} */
export class TabletLine extends Line {
  /**
   * @param {() => void} onChange
   * @param {string} language
   */
  constructor(onChange, language) {
    super(onChange, { path: "table", stored: "pawtrack.tablet", opening: { language } });
  }

  /**
   * Does an act of the page that is shown; why it was refused, "" where it was not.
   * @param {string} name
   * @param {{ x: number, y: number, side: number }} [touch]
   * @returns {Promise<string>}
   */
  async act(name, touch) {
    const seen = this.page?.seen;
    if (!seen) return "";
    return this.insist({ act: { seen, name, ...(touch ? { touch } : {}) } }, () => this.page?.seen !== seen);
  }
}
