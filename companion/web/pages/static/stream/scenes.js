// A scene collection as OBS Studio reads it: four scenes, each over the one of the camera, so that the camera is set up once.
import { PARTS } from "../overlay/parts.js";
/** @import { Canvas } from "./addresses.js" */

/** @typedef {"camera" | "game" | "soon" | "pause"} SceneKey */

const PREFIX = "Pawtrack";
/** @type {SceneKey[]} */
const OVERLAID = ["game", "soon", "pause"];
/** @type {SceneKey[]} */
const IN_ORDER = ["soon", "game", "pause", "camera"];

/**
 * @param {string} name
 * @param {string} url
 * @param {Canvas} canvas
 */
function browserSource(name, url, { width, height }) {
  return {
    id: "browser_source", versioned_id: "browser_source", name,
    settings: { url, width, height, css: "", shutdown: false, restart_when_active: false, reroute_audio: false },
  };
}

/**
 * @param {string} name
 * @param {string[]} sources
 */
function scene(name, sources) {
  const items = sources.map((source, index) => ({
    id: index + 1, name: source, visible: true, locked: false, rot: 0, align: 5, bounds_type: 0,
    pos: { x: 0, y: 0 }, scale: { x: 1, y: 1 },
  }));
  return { id: "scene", versioned_id: "scene", name, settings: { id_counter: items.length, items } };
}

/**
 * `names`: of the scenes, by camera, game, soon and pause; `address` gives each overlay's.
 * @param {string} title
 * @param {Record<SceneKey, string>} names
 * @param {Canvas} canvas
 * @param {(part: string) => string} address
 */
export function sceneCollection(title, names, canvas, address) {
  /** @param {{ name: string }} part */
  const sourceName = ({ name }) => `${PREFIX} ${name}`;
  /** @param {SceneKey} key */
  const own = (key) => PARTS.filter((part) => part.scene === key).map(sourceName);
  const scenes = [
    scene(names.camera, own("camera")),
    ...OVERLAID.map((key) => scene(names[key], [names.camera, ...own(key)])),
  ];
  return {
    name: title, current_scene: names.game, current_program_scene: names.game, current_transition: "Fade", transition_duration: 300,
    scene_order: IN_ORDER.map((key) => ({ name: names[key] })),
    // what is at home in no scene is added by hand
    sources: [...PARTS.filter((part) => part.scene).map((part) => browserSource(sourceName(part), address(part.name), canvas)), ...scenes],
    groups: [], quick_transitions: [], saved_projectors: [], transitions: [], modules: {},
  };
}
