// The page's own words, as words.json brings them.  Sentences about the game come with the state, in every language.
import { element } from "./dom.js";
import { own } from "./shape.js";
/** @import { PageWords, State } from "./data.d.ts" */
/** @import { Blanks, Texts } from "./page.d.ts" */

/**
 * The first language wished for that there is, else English.
 * @param {Record<string, unknown>} languages
 * @param {string | null} asked
 * @param {readonly (string | undefined)[]} offered
 */
export function chooseLanguage(languages, asked, offered) {
  const wishes = [asked, ...offered].flatMap((wish) => (wish ? [wish.slice(0, 2).toLowerCase()] : []));
  return wishes.find((wish) => wish in languages) ?? "en";
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A name that is written from right to left, or says which way it is written, does so for itself alone.
 * @param {unknown} value
 */
const isolated = (value) => (RIGHT_TO_LEFT.test(String(value)) ? `\u2068${value}\u2069` : String(value));

/** Everything that is said in one language. */
export class Words {
  /**
   * @param {PageWords} all
   * @param {string} language
   */
  constructor(all, language) {
    this.language = language;
    this.languages = all.languages;
    this.phrases = all.languages[language].phrases;
    this.cards = all.cards[language] ?? {};
    this.games = all.games[language] ?? {};
    this.plural = new Intl.PluralRules(language);
  }

  /**
   * The phrase `key`, its {blanks} filled; `blanks.count` chooses among plural forms.  "" for a key nobody knows.
   * @param {string} key
   * @param {Blanks} [blanks]
   * @returns {string}
   */
  text(key, blanks = {}) {
    const known = own(this.phrases, key) ?? "";
    const text = typeof known === "string" ? known : known[this.plural.select(Number(blanks.count))] ?? known.other;
    return text.replace(/\{(\w+)\}/g, (_, /** @type {string} */ blank) => isolated(blanks[blank] ?? "…"));
  }

  /** @param {string} card */
  card(card) {
    return own(this.cards, card) ?? card;
  }

  /**
   * The name of a game; its id where nobody named it.
   * @param {string} variant
   */
  game(variant) {
    return own(this.games, variant) ?? variant;
  }

  /**
   * A sentence that came in every language.
   * @param {Texts} texts
   */
  sentence(texts) {
    return texts[this.language] ?? texts.en ?? "";
  }

  /** @param {readonly string[]} names */
  list(names) {
    return names.map(isolated).join(this.text("and"));
  }

  /**
   * Who won, or that the game was ended.
   * @param {State} state
   * @param {readonly number[]} seats
   */
  winners(state, seats) {
    const names = seats.map((seat) => state.seats[seat]?.name ?? "…");
    return names.length ? this.text("won", { names: this.list(names), count: names.length }) : this.text("ended");
  }

  /**
   * What the table waits for.
   * @param {State} state
   */
  stage(state) {
    return this.text(state.stage, { name: state.seats[state.acting]?.name });
  }
}

/**
 * A link to the same page for each language.
 * @param {Words} words
 * @param {URLSearchParams} query
 */
export function languageLinks(words, query) {
  return Object.keys(words.languages).map((code) => {
    const link = element("a", "", words.languages[code].name);
    const there = new URLSearchParams(query);
    there.set("lang", code);
    link.href = `?${there}`;
    link.lang = code;
    if (code === words.language) link.ariaCurrent = "true";
    return link;
  });
}
