// The page's own words, as words.json brings them.  Sentences about the game come with the state, in every language.
import { own } from "./shape.js";

/** The first language wished for that there is, else English. */
export function chooseLanguage(languages, asked, offered) {
  const wishes = [asked, ...offered].filter(Boolean).map((wish) => wish.slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish in languages) ?? "en";
}

/** Everything that is said in one language. */
export class Words {
  /** `all`: words.json. */
  constructor(all, language) {
    this.language = language;
    this.languages = all.languages;
    this.phrases = all.languages[language].phrases;
    this.cards = all.cards[language] ?? {};
    this.games = all.games[language] ?? {};
    this.plural = new Intl.PluralRules(language);
  }

  /** The phrase `key`, its {blanks} filled; `blanks.count` chooses among plural forms.  "" for a key nobody knows. */
  text(key, blanks = {}) {
    const known = own(this.phrases, key) ?? "";
    const text = typeof known === "string" ? known : known[this.plural.select(blanks.count)] ?? known.other;
    return text.replace(/\{(\w+)\}/g, (_, blank) => blanks[blank] ?? "…");
  }

  card(card) {
    return own(this.cards, card) ?? card;
  }

  /** The name of a game; its id where nobody named it. */
  game(variant) {
    return own(this.games, variant) ?? variant;
  }

  /** A sentence that came in every language. */
  sentence(texts) {
    return texts[this.language] ?? texts.en ?? "";
  }

  list(names) {
    return names.join(this.text("and"));
  }

  /** Who won, or that the game was ended. */
  winners(state, seats) {
    const names = seats.map((seat) => state.seats[seat]?.name ?? "…");
    return names.length ? this.text("won", { names: this.list(names), count: names.length }) : this.text("ended");
  }

  /** What the table waits for. */
  stage(state) {
    return this.text(state.stage, { name: state.seats[state.acting]?.name });
  }
}
