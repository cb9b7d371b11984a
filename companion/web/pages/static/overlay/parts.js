// The overlays there are, in the order in which they are offered, and the scene in which each is at home.
export const PARTS = [
  { name: "board", scene: "game" },
  { name: "scorebug", scene: "game" },
  { name: "lower-third", scene: "game" },
  { name: "last-play", scene: "game" },
  { name: "timeline", scene: "game" },
  { name: "ticker", scene: "game" },
  { name: "chances", scene: "game" },
  { name: "winner", scene: "game" },
  { name: "standings", scene: "soon" },
  { name: "starting-soon", scene: "soon" },
  { name: "paused", scene: "pause" },
  { name: "table", scene: "camera" },
  { name: "voice", scene: "" },
];
