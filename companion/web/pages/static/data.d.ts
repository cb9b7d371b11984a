// What the pages are sent, made from companion/views/broadcast/payloads.py and companion/web/pages/page_data.py
// by `make goldens`.
import type { BoardPosition, Position } from "./page.d.ts";

export interface Info {
  v: number;
  epoch: number;
  ts: number;
  game: string;
  variant: string;
  board: string;
  names: string[];
  colours: string[];
  options: Record<string, string | number | boolean>;
  app: string;
  schema: number;
  delay_s: number;
  demo: boolean;
  program: string;
  computers: number[];
}

export interface Status {
  v: number;
  state: string;
  epoch: number;
  ts: number;
  program: string;
}

export interface Seat {
  seat: number;
  name: string;
  colour: string;
  team: number;
  cards: number | null;
  out: boolean;
  exchanged: boolean;
  home: number;
}

export interface Discard {
  count: number;
  top: string | null;
}

export interface Last {
  seq: number;
  seat: number;
  card: string;
  play: string | null;
  verdict: string;
  ruling: string | null;
  text: Record<string, string>;
}

export interface Pending {
  kind: string;
  seat: number;
  count: number;
}

export interface Anomaly {
  code: string;
  text: Record<string, string>;
}

export interface Recent {
  seq: number;
  kind: string;
  seat: number | null;
  card: string | null;
  detail: Record<string, unknown>;
}

export interface State {
  v: number;
  epoch: number;
  seq: number;
  ts: number;
  game: string;
  variant: string;
  phase: string;
  round: number;
  ply: number;
  position: Position | null;
  seats: Seat[];
  dealer: number;
  first: number;
  turn: number;
  deck: number | null;
  discard: Discard;
  declared: string | null;
  last: Last | null;
  result: number[] | null;
  pending: Pending | null;
  amiss: Anomaly | null;
  recent: Recent[];
  stage: string;
  acting: number;
}

export interface Team {
  team: number;
  seats: number[];
  chance: number;
  margin: number;
}

export interface Analysis {
  v: number;
  epoch: number;
  seq: number;
  ts: number;
  game: string;
  teams: Team[];
  playouts: number;
  text: Record<string, string> | null;
}

export interface CommentaryLine {
  seq: number;
  seat: number | null;
  text: Record<string, string>;
}

export interface Commentary {
  v: number;
  epoch: number;
  seq: number;
  ts: number;
  game: string;
  lines: CommentaryLine[];
}

export interface Standing {
  rank: number;
  names: string[];
  points: number;
  won: number;
  games: number;
}

export interface EnteredGame {
  game: string;
  variant: string;
  names: string[];
  teams: number[];
  winners: number[];
  ended_ms: number;
  day_only: boolean;
  minutes: number;
  struck: boolean;
}

export interface Evening {
  v: number;
  epoch: number;
  ts: number;
  contest: string;
  lines: Standing[];
  entered: EnteredGame[];
}

export interface Wheel {
  centre: [number, number];
  radius_mm: number;
  fields: number[];
  paws: Record<string, number[]>;
}

export interface BoardGeometry {
  v: number;
  id: string;
  size_mm: [number, number];
  track: [number, number][];
  goal: [number, number][][];
  kennel: [number, number][][];
  centre: [number, number] | null;
  wheel: Wheel | null;
}

export interface CardLook {
  value: string;
  pictogram: string;
  colour: "card_black" | "card_blue" | "card_green" | "card_red";
}

export interface GameLook {
  figures: string[];
  ranks: string[];
  cards: Record<string, CardLook>;
  drawings: Record<string, string>;
  lane_offset: number;
  lane_option: string | null;
}

export interface CardGameLook {
  rows: Record<string, number>;
  row_end: number;
}

export interface Games {
  v: number;
  plain: string;
  games: Record<string, GameLook>;
  card_games: Record<string, CardGameLook>;
}

export interface Language {
  name: string;
  phrases: Record<string, string | Record<string, string>>;
}

export interface PageWords {
  v: number;
  cards: Record<string, Record<string, string>>;
  games: Record<string, Record<string, string>>;
  languages: Record<string, Language>;
}

export interface BrokerAddress {
  port: number;
  path: string;
}

export interface ViewerConfig {
  v: number;
  websocket: BrokerAddress | null;
  brokers: string[] | null;
  base: string;
  tree: string;
  trees: string[];
  viewer: string;
  house: string;
  content: string;
  replays: boolean;
  video: boolean;
}

export interface BoardFiles {
  geometry: string | null;
  games: string;
}

export interface Boards {
  v: number;
  boards: Record<string, BoardFiles>;
  usual: Record<string, Record<string, string>>;
  cards: BoardFiles | null;
  else: BoardFiles | null;
}

export interface ThemeList {
  v: number;
  themes: string[];
}

export interface VoiceState {
  v: number;
  there: boolean;
}

export interface ListedGame {
  game: string;
  variant: string;
  names: string[];
  colours: string[];
  result: number[];
  day: string;
}

export interface GameList {
  v: number;
  offered: boolean;
  games: ListedGame[];
}

export interface ReplayStep {
  at_ms: number;
  changes: Partial<State>;
}

export interface ReplayLine {
  row: number;
  kind: string;
  seat: number | null;
  ply: number;
  title: Record<string, string>;
  note: Record<string, string>;
  stands: boolean;
  jump: string;
}

export interface Bar {
  label: string;
  share: number;
  text: string;
  colour: string;
  person: string;
}

export interface Chart {
  title: string;
  bars: Bar[];
  note: string;
}

export interface ReplayFigures {
  facts: string;
  charts: Chart[];
}

export interface Replay {
  v: number;
  game: string;
  variant: string;
  demo: boolean;
  steps: ReplayStep[];
  lines: ReplayLine[];
  said: CommentaryLine[];
  figures: Record<string, ReplayFigures>;
}

export interface Watched {
  geometry: BoardGeometry | null;
  games: Games;
  drawings: Record<string, string>;
  replay: Replay;
}

export interface Curve {
  colour: string;
  name: string;
  chances: number[];
}

export interface PointFace {
  row: number;
  number: string;
  colour: string;
  icon: string;
  title: string;
  sentence: string;
  at: number;
}

export interface SheetRow {
  colour: string;
  name: string;
  numbers: string[];
}

export interface AnalysisFace {
  title: string;
  points_title: string;
  no_points: string;
  played_title: string;
  curves: Curve[];
  points: PointFace[];
  team_heads: string[];
  teams: SheetRow[];
  player_heads: string[];
  players: SheetRow[];
}

export interface SavedReplay {
  geometry: BoardGeometry | null;
  games: Games;
  drawings: Record<string, string>;
  replay: Replay;
  words: PageWords;
  sheet: string;
  language: string;
  analyses: Record<string, AnalysisFace>;
}

export interface CardsOfGame {
  cards: Record<string, CardLook>;
}

export interface PhoneGames {
  v: number;
  games: Record<string, CardsOfGame>;
  board: boolean;
}

export interface Waiting {
  kind: string;
  text: Record<string, string>;
}

export interface Choice {
  play: string;
  text: Record<string, string>;
}

export interface SeatPage {
  v: number;
  seat: number;
  state: State;
  cards: string[];
  faces: Record<string, string[]>;
  waiting: Waiting | null;
  choices: Choice[];
  may: string[];
  paused: boolean;
  demo: boolean;
  notice: Record<string, string> | null;
}

export interface Taken {
  seat: number;
  token: string;
}

export interface Answer {
  v: number;
  id: string;
  ok: boolean;
  error: string | null;
}

export interface BannerFace {
  tone: string;
  icon: string;
  word: string;
  sentence: string;
}

export interface TurnFace {
  name: string;
  colour: string;
  note: string;
}

export interface SeatFace {
  name: string;
  colour: string;
  cards: string;
  home: string;
  note: string;
  active: boolean;
}

export interface SpotFace {
  act: string;
  name: string;
  x: number;
  y: number;
  mark: "" | "lit" | "pick";
}

export interface ArrowFace {
  x: number;
  y: number;
  to_x: number;
  to_y: number;
}

export interface RimFace {
  x: number;
  y: number;
  radius: number;
}

export interface ZoomFace {
  x: number;
  y: number;
  times: number;
}

export interface BoardFace {
  position: BoardPosition;
  taps: boolean;
  spots: SpotFace[];
  arrows: ArrowFace[];
  rim: RimFace | null;
  zoom: ZoomFace | null;
}

export interface CardFace {
  act: string;
  name: string;
  value: string;
  picture: string;
  colour: string;
  caption: string;
  on: boolean;
}

export interface Act {
  act: string;
  text: string;
  icon: string;
  strong: boolean;
  on: boolean;
}

export interface Part {
  kind: "cards" | "keys" | "plays" | "row" | "text" | "title";
  text: string;
  cards: CardFace[];
  acts: Act[];
}

export interface SheetFace {
  title: string;
  text: string;
  acts: Act[];
}

export interface ChipFace {
  icon: string;
  title: string;
  state: string;
  state_icon: string;
  tone: string;
  detail: string;
}

export interface TabletPage {
  v: number;
  seen: string;
  seq: number;
  language: string;
  banner: BannerFace;
  turn: TurnFace;
  seats: SeatFace[];
  board: BoardFace | null;
  panel: Part[];
  foot: Act[];
  sheet: SheetFace | null;
  notice: string;
  read: Act | null;
  chips: ChipFace[];
}
