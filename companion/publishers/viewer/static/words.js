// The page's own phrases, as words.json brings them.  Sentences about the game come with the state, in every language.

/** The first language wished for that there is, else English. */
export function chooseLanguage(languages, asked, offered) {
  const wishes = [asked, ...offered].filter(Boolean).map((wish) => wish.slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish in languages) ?? "en";
}

/** The phrase `key`, its {blanks} filled; `blanks.count` chooses among plural forms. */
export function phrase(language, phrases, key, blanks = {}) {
  const known = phrases[key];
  const text = typeof known === "string" ? known : known[new Intl.PluralRules(language).select(blanks.count)] ?? known.other;
  return text.replace(/\{(\w+)\}/g, (_, blank) => blanks[blank] ?? "…");
}
