// What the pages make of what they are sent (`data.d.ts`), and what stands in their window.
import type {
  Analysis, BoardGeometry, Boards, Commentary, Evening, Games, Info, PageWords, State, Status, ThemeList, ViewerConfig, VoiceState,
} from "./data.d.ts";
import type { CardFaces } from "./faces.js";
import type { Words } from "./words.js";

export type Texts = Record<string, string>;
/** The words of the pages' own texts; a number chooses among plural forms or stands in a blank. */
export type Blanks = Record<string, string | number | null | undefined>;

/** What the server of a page has, by its path. */
export interface Files {
  "board.json": BoardGeometry | null;
  "words.json": PageWords;
  "games.json": Games;
  "config.json": ViewerConfig;
  "boards.json": Boards;
  "themes.json": ThemeList;
  "voice.json": VoiceState;
}

export type Place = number | string;

/** As docs/reference/formats/position.md has it; figures stand beside the pawns under their own names. */
export interface BoardPosition {
  variant: string;
  options?: Record<string, unknown>;
  sectors?: number;
  seats: number[];
  pawns: Place[][];
  wheel?: number | null;
  open?: undefined;
  [figure: string]: unknown;
}

/** As docs/reference/formats/dog-cards.md has it. */
export interface CardPosition {
  variant: string;
  open: (string | null)[];
  rows: string[][][];
  finished: number[];
  pawns?: undefined;
}

export type Position = BoardPosition | CardPosition;

export type Signal = "connecting" | "live" | "paused" | "lost" | "over";

/** What an overlay shows: the broadcast as far as it has been heard, or a sample. */
export interface Heard {
  state: State | null;
  info: Pick<Info, "delay_s" | "demo"> | null;
  status: Pick<Status, "state"> | null;
  analysis: Analysis | null;
  commentary: Commentary | null;
  evening: Evening | null;
  signal: Signal;
  sample?: boolean;
}

/** What the address of an overlay asks for. */
export interface Options {
  theme: string;
  side: string;
  layout: string;
  view: string;
  scale: number;
  seat: number | null;
  sample: boolean;
}

export interface PartContext {
  words: Words;
  faces: CardFaces;
  geometry: BoardGeometry | null;
  known: Games;
  options: Options;
  plate: HTMLElement;
  /** Shows what was heard last once more. */
  again: () => void;
}

/** What an overlay draws: elements, or true to stay as it is, or null to say nothing. */
export type Show = (heard: Heard) => Node[] | true | null;

/** A module of `overlay/parts` exports its own as `part`. */
export type Part = (context: PartContext) => Show | Promise<Show>;

/** A line of the newest events with its words. */
export interface WordedEvent {
  event: State["recent"][number];
  text: string;
}

/** The colours and symbols that somebody shows a player by. */
export type SeatLook = Pick<State["seats"][number], "name" | "colour">;

/** The part of mqtt.js (vendor/mqtt.min.js) that the pages use. */
interface MqttClient {
  on(event: "connect" | "error" | "close", heard: () => void): void;
  on(event: "message", heard: (topic: string, payload: { toString(): string }) => void): void;
  subscribe(topics: string[], options: { qos: 0 }): void;
  end(force: boolean): void;
  removeAllListeners(): void;
}

declare global {
  interface Window {
    mqtt: { connect(url: string, options: Record<string, unknown>): MqttClient };
    /** For tests and other programs that drive a browser (docs/reference/formats/mqtt.md). */
    pawtrackState: State | null;
    pawtrackFeed: Heard;
  }
}
