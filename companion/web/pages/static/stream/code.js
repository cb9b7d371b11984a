// An address as a QR code, for the phone or tablet that shows an overlay by itself.
import { make } from "../symbols.js";
import { qrcode } from "../vendor/qrcode.mjs";

/** Light modules round the code, as the standard asks. */
const QUIET = 4;

/**
 * @param {string} address
 * @param {string} label what it is, for those who do not see it
 */
export function codeOf(address, label) {
  const code = qrcode(0, "M");
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const side = count + 2 * QUIET;
  const dark = [];
  for (let y = 0; y < count; y++) for (let x = 0; x < count; x++) if (code.isDark(y, x)) dark.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
  const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  make("rect", { width: side, height: side, fill: "#ffffff" }, svg);
  make("path", { d: dark.join(""), fill: "#000000" }, svg);
  return svg;
}
