// The line of a seat to the table.
import { Line } from "../place.js";
/** @import { SeatPage } from "../data.d.ts" */

/** A word that no other order has; `crypto.randomUUID` is not there without TLS. */
const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The line of a seat.
 * @extends {Line<SeatPage>}
 */
export class SeatLine extends Line {
  /** @param {() => void} onChange */
  constructor(onChange) {
    super(onChange, { path: "seat", stored: "pawtrack.token" });
  }

  /**
   * Gives an order for what is shown; why it was refused, "" where it was not.
   * @param {string} order
   * @param {{ card?: string, face?: string, play?: string }} [given]
   * @returns {Promise<string>}
   */
  async order(order, given = {}) {
    if (!this.page) return "";
    const { epoch, seq } = this.page.state;
    return this.insist({ order: { id: newId(), expect: { epoch, seq }, order, ...given } }, () => this.page?.state.seq !== seq);
  }
}
