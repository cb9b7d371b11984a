// Where in a recorded game somebody is, and how it goes on by itself: by the clock of the record, long pauses shortened.
/** @import { Replay, ReplayStep, State } from "../data.d.ts" */
const LONGEST_MS = 10_000;
/** Between two rows at the fastest, so that each is seen. */
const SHORTEST_MS = 40;
export const SPEEDS = [1, 2, 4, 8, 16];

/**
 * The state after every row, of the first one and what each row changed.
 * @param {ReplayStep[]} steps
 * @returns {State[]}
 */
export function statesOf(steps) {
  /** @type {State[]} */
  const states = [];
  // the first row changes all of it
  for (const { changes } of steps) states.push({ .../** @type {State} */ (states.at(-1)), ...changes });
  return states;
}

export class Player {
  /**
   * `onChange` is called whenever something that is shown has changed.
   * @param {Replay} replay
   * @param {() => void} onChange
   */
  constructor(replay, onChange) {
    this.steps = replay.steps;
    this.states = statesOf(replay.steps);
    this.lines = replay.lines;
    this.onChange = onChange;
    this.row = 1;
    this.speed = SPEEDS[0];
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
  }

  get rows() {
    return this.states.length;
  }

  get state() {
    return this.states[this.row - 1];
  }

  get playing() {
    return this.timer !== null;
  }

  /** The index of the line of the move list that the board shows. */
  get line() {
    return this.lines.findLastIndex((line) => line.row <= this.row);
  }

  elapsed(row = this.row) {
    return this.steps[row - 1].at_ms;
  }

  /** How long the pause before the next row was, and how long it takes here; null where it is not shortened. */
  get shortened() {
    if (!this.playing || this.row >= this.rows) return null;
    const long = this.elapsed(this.row + 1) - this.elapsed();
    return long > LONGEST_MS ? { long, short: LONGEST_MS } : null;
  }

  /** @param {number} row */
  seek(row) {
    this.row = Math.min(Math.max(Number(row) || 1, 1), this.rows);
    if (this.playing) this.wait();
    this.onChange();
  }

  /**
   * To the next line of the move list, or back to the one before.
   * @param {number} lines
   */
  step(lines) {
    this.rest();
    const to = this.lines[this.line + lines];
    this.seek(to ? to.row : lines > 0 ? this.rows : 1);
  }

  /**
   * To the next line of a kind, from the first again at the end.
   * @param {string} kind
   */
  jump(kind) {
    this.rest();
    const found = this.lines.filter((line) => line.jump === kind);
    const to = found.find((line) => line.row > this.row) ?? found[0];
    if (to) this.seek(to.row);
  }

  toggle() {
    if (this.playing) this.rest();
    else this.play();
    this.onChange();
  }

  play() {
    if (this.row >= this.rows) this.row = 1;
    this.wait();
  }

  rest() {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.playing) this.wait();
    this.onChange();
  }

  wait() {
    this.rest();
    if (this.row >= this.rows) return;
    const pause = Math.min(this.elapsed(this.row + 1) - this.elapsed(), LONGEST_MS);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.row += 1;
      this.wait();
      this.onChange();
    }, Math.max(pause / this.speed, SHORTEST_MS));
  }
}
