// The page's own words.  Sentences about the game come with the state, in every language.
const WORDS = {
  de: {
    name: "Deutsch", connecting: "Verbinde …", live: "Live", paused: "Pause", lost: "Signal verloren", delayed: "{s} s später",
    idle: "Noch kein Spiel. Gleich geht es los.", deal: "{name} verteilt die Karten", figure: "{name} setzt den Hund",
    exchange: "Die Partner tauschen Karten", exchange_left: "Alle geben eine Karte nach links",
    start: "{name} stellt eine Figur auf den Start", owes_replace: "{name} zieht eine Karte", owes_draw: "{name} zieht eine Karte",
    owes_may_draw: "{name} darf eine Karte ziehen", owes_discard: "{name} wirft eine Karte ab und setzt aus", over: "Das Spiel ist aus",
    play: "{name} ist am Zug", won: "{names} gewinnen!", won_one: "{names} gewinnt!",
    ended: "Das Spiel wurde beendet", round: "Runde {round} · Zug {ply}", deck: "Stapel", discard: "Ablage", cards: "Karten",
    home: "im Ziel", out: "setzt aus", and: " und ", legal: "Richtig", illegal: "Nicht erlaubt", amiss: "Stimmt das Brett?", board: "Spielbrett",
    partner: "mit {name}", dealer: "Geber",
  },
  en: {
    name: "English", connecting: "Connecting …", live: "Live", paused: "Paused", lost: "Signal lost", delayed: "{s} s behind",
    idle: "No game yet. It starts soon.", deal: "{name} deals the cards", figure: "{name} places the dog",
    exchange: "Partners exchange cards", exchange_left: "Everybody passes a card to the left",
    start: "{name} puts a pawn on the start", owes_replace: "{name} draws a card", owes_draw: "{name} draws a card",
    owes_may_draw: "{name} may draw a card", owes_discard: "{name} discards a card and sits out", over: "The game is over",
    play: "{name} to play", won: "{names} win!", won_one: "{names} wins!",
    ended: "The game was ended", round: "Round {round} · play {ply}", deck: "Deck", discard: "Discard", cards: "cards",
    home: "home", out: "sits out", and: " and ", legal: "Correct", illegal: "Not allowed", amiss: "Is the board right?", board: "Board",
    partner: "with {name}", dealer: "dealer",
  },
  fr: {
    name: "Français", connecting: "Connexion …", live: "En direct", paused: "Pause", lost: "Signal perdu", delayed: "{s} s de retard",
    idle: "Pas encore de partie. Ça commence bientôt.", deal: "{name} distribue les cartes", figure: "{name} place le chien",
    exchange: "Les partenaires échangent des cartes", exchange_left: "Chacun passe une carte à gauche",
    start: "{name} place un pion au départ", owes_replace: "{name} tire une carte", owes_draw: "{name} tire une carte",
    owes_may_draw: "{name} peut tirer une carte", owes_discard: "{name} jette une carte et passe son tour", over: "La partie est finie",
    play: "À {name} de jouer", won: "{names} gagnent !", won_one: "{names} gagne !",
    ended: "La partie a été arrêtée", round: "Manche {round} · coup {ply}", deck: "Pioche", discard: "Défausse", cards: "cartes",
    home: "à l’arrivée", out: "passe son tour", and: " et ", legal: "Correct", illegal: "Pas permis", amiss: "Le plateau est-il juste ?", board: "Plateau",
    partner: "avec {name}", dealer: "donneur",
  },
  it: {
    name: "Italiano", connecting: "Connessione …", live: "In diretta", paused: "Pausa", lost: "Segnale perso", delayed: "{s} s di ritardo",
    idle: "Ancora nessuna partita. Si comincia presto.", deal: "{name} distribuisce le carte", figure: "{name} mette il cane",
    exchange: "I compagni si scambiano le carte", exchange_left: "Ognuno passa una carta a sinistra",
    start: "{name} mette una pedina in partenza", owes_replace: "{name} pesca una carta", owes_draw: "{name} pesca una carta",
    owes_may_draw: "{name} può pescare una carta", owes_discard: "{name} scarta una carta e salta il turno", over: "La partita è finita",
    play: "Tocca a {name}", won: "{names} vincono!", won_one: "{names} vince!",
    ended: "La partita è stata interrotta", round: "Giro {round} · mossa {ply}", deck: "Mazzo", discard: "Scarti", cards: "carte",
    home: "all'arrivo", out: "salta il giro", and: " e ", legal: "Giusto", illegal: "Non permesso", amiss: "Il tabellone è a posto?", board: "Tabellone",
    partner: "con {name}", dealer: "mazziere",
  },
};

export const LANGUAGES = Object.keys(WORDS);

export function chooseLanguage(asked, offered) {
  const wishes = [asked, ...offered].filter(Boolean).map((wish) => wish.slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish in WORDS) ?? "en";
}

export const languageName = (language) => WORDS[language].name;

/** The phrase `key` in `language`, its {blanks} filled. */
export function say(language, key, blanks = {}) {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, blank) => blanks[blank] ?? "…");
}
