// The pages' scripts: the recommended rules, and what keeps hostile names from being markup or code.
import js from "@eslint/js";
import globals from "globals";

const MARKUP = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "write", "writeln"];

export default [
  {
    files: ["companion/web/**/static/**/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "array-callback-return": "error",
      "no-restricted-properties": ["error", ...MARKUP.map((property) => ({ property, message: "What people wrote goes in as text." }))],
    },
  },
  { ignores: ["**/vendor/"] },
];
