/** What the table says in German. words.en.js has the same keys. */

/** @type {Record<string, string>} */
const suits = { C: "Kreuz", D: "Karo", H: "Herz", S: "Pik" };
/** @type {Record<string, string>} */
const ranks = { A: "Ass", T: "10", J: "Bube", Q: "Dame", K: "König" };
/** @type {Record<string, string>} */
const plural = { A: "Asse", T: "Zehnen", J: "Buben", Q: "Damen", K: "Könige" };
/** @type {Record<string, string>} */
const numbers = {
  2: "Zweien",
  3: "Dreien",
  4: "Vieren",
  5: "Fünfen",
  6: "Sechsen",
  7: "Siebenen",
  8: "Achten",
  9: "Neunen",
};
/** @type {Record<string, string>} */
const tableau = {
  burgvoegtin: "Päckchen",
  castle: "Reihe",
  archway: "Spalte",
  lucie: "Fächer",
};

/** @param {number} n */
const cards = (n) => (n === 1 ? "1 Karte" : `${n} Karten`);

export const de = {
  decimal: ",",
  suits,
  /** @param {string} card */
  card: (card) => `${suits[card[1]]} ${ranks[card[0]] ?? card[0]}`,
  faceDown: "verdeckte Karte",
  /** @param {string} group @param {string} number */
  tableau: (group, number) => `${tableau[group]} ${number}`,
  /** @param {string} rank */
  reserve: (rank) => `Bogen, ${plural[rank] ?? numbers[rank]}`,
  /** @param {string} which */
  foundation: (which) => `Zielstapel ${which}`,
  /** @param {string} base @param {string} suit */
  foundationOf: (base, suit) => `${base === "A" ? "Ass" : "Königs"}-Stapel ${suit}`,
  free: "frei",
  covered: "verdeckt von anderen",
  takesRun: "mit den Karten darüber beweglich",
  takesMerci: "als Merci-Karte möglich",
  held: "aufgenommen",
  legal: "hier möglich",
  empty: "leer",
  cards,
  /** @param {number} n */
  spread: (n) => `${cards(n)}, zum Auffächern antippen`,

  /** @param {string} card @param {string[]} targets */
  picked: (card, targets) =>
    targets.length
      ? `${card} aufgenommen. Möglich: ${targets.join(", ")}.`
      : `${card} aufgenommen.`,
  /** @param {string} card */
  released: (card) => `${card} losgelassen.`,
  /** @param {string} card @param {string} pile */
  moved: (card, pile) => `${card} auf ${pile}.`,
  /** @param {string} card */
  revealed: (card) => `Aufgedeckt: ${card}.`,
  redealing: "Es wird neu verteilt.",
  nothingToFinish: "Von selbst geht der Rest noch nicht auf.",
  restGoesUp: "Der Rest geht ganz auf: Du kannst ihn spielen lassen.",
  undoing: "Zug zurückgenommen.",
  restarting: "Von vorn.",
  resigning: "Aufgegeben.",
  /** @param {string} pile @param {string[]} held */
  opened: (pile, held) => `${pile}: ${held.join(", ")}.`,
  /** @param {string} card */
  stuck: (card) => `${card} passt gerade nirgends hin.`,
  /** @param {string} card */
  buried: (card) => `${card} liegt unter anderen Karten.`,
  /** @param {string} card */
  noFoundation: (card) => `${card} passt auf keinen Zielstapel.`,
  /** @param {string} card @param {string} pile */
  noTarget: (card, pile) => `${card} passt nicht auf ${pile}.`,
  nothingHere: "Hier liegt nichts.",
  nothingToUndo: "Noch gibt es keinen Zug, der sich zurücknehmen ließe.",
  turnedUpStands: "Über eine aufgedeckte Karte geht es nicht zurück.",
  redealStands: "Über das Neuverteilen geht es nicht zurück.",
  serverFailed: "Der Server kommt mit diesem Zug nicht zurecht. Er ist zurückgenommen; spiel anders weiter oder versuch es später.",
  noRedeal: "Neu verteilen geht gerade nicht.",
  over: "Das Spiel ist beendet.",
  unreadable: "Diesen Zug verstehe ich nicht. Beispiel: TH:T3>FH",
  /** @param {string} card @param {string[]} targets */
  moves: (card, targets) =>
    targets.length ? `${card} kann auf: ${targets.join(", ")}.` : `${card} kann nirgends hin.`,
  /** @param {string} time @param {string} moves @param {string} undos */
  status: (time, moves, undos) => `${time}. ${moves}, ${undos}.`,

  /** @param {number} n */
  ply: (n) => (n === 1 ? "1 Zug" : `${n} Züge`),
  /** @param {number} n */
  undos: (n) => (n === 1 ? "1-mal zurückgenommen" : `${n}-mal zurückgenommen`),
  /** @param {number} n */
  redealsLeft: (n) =>
    n === 0 ? "Kein Neuverteilen mehr" : n === 1 ? "Neu verteilen, noch 1-mal" : `Neu verteilen, noch ${n}-mal`,
  merciLeft: "Merci-Karte: einmal eine verdeckt liegende Karte herausziehen",
  merciGone: "Die Merci-Karte ist verbraucht",
  merciHint: "Merci: Tippe eine Karte an, die unter anderen liegt. Möglich sind die hervorgehobenen.",
  merciNone: "Merci: Keine Karte, die unter anderen liegt, passt gerade irgendwohin.",
  merciLater: "Die Merci-Karte gibt es erst nach dem letzten Neuverteilen.",

  standing: {
    open: "Wieder verbunden.",
    connecting: "Die Verbindung ist unterbrochen. Sie wird wiederhergestellt, dein Spiel ist sicher.",
    fallback: "Die schnelle Verbindung steht nicht. Deine Züge gehen einzeln an den Server.",
    signedOut: "Du bist abgemeldet. Melde dich an, dann geht es hier weiter.",
    forbidden: "Dieses Spiel gehört zu einem anderen Zugang.",
    gone: "Dieses Spiel gibt es nicht mehr.",
  },

  won: {
    title: "Gewonnen!",
    time: "Deine Zeit:",
    /** @param {number} rank @param {number} total */
    rank: (rank, total) => `Platz ${rank} von ${total}`,
    held: "Deine Zeit wird noch geprüft, ehe sie auf der Bestenliste erscheint.",
    void: "Dieses Ergebnis zählt nicht für die Bestenliste.",
    practice: "Ein Übungsspiel, ohne Rang.",
    clean: "Ohne einen Zug zurückzunehmen.",
    helped: "Mit Hilfe gespielt.",
  },
  share: {
    clean: "ohne Zurücknehmen",
    copied: "Der Text ist kopiert.",
    failed: "Der Text ließ sich nicht kopieren.",
  },
  lost: "Es geht nicht mehr weiter.",
  lostHint: {
    undo: "Nimm Züge zurück oder fang von vorn an.",
    resign: "Zurücknehmen lässt sich hier nichts mehr; du kannst nur noch aufgeben.",
  },
  givenUp: "Du hast dieses Spiel aufgegeben.",

  help: {
    thinking: "Der Computer denkt nach …",
    /** @param {number} n */
    queue: (n) =>
      n === 1
        ? "Der Computer beantwortet zuerst noch eine andere Frage …"
        : `Der Computer beantwortet zuerst noch ${n} andere Fragen …`,
    /** @param {string} card @param {string} pile */
    at: (card, pile) => `${card} (${pile})`,
    /** @param {string} pile */
    empty: (pile) => `${pile} (leer)`,
    /** @param {string} from @param {string} to */
    hint: (from, to) => `Tipp: ${from} auf ${to}.`,
    /** @param {string} from @param {string} to */
    merci: (from, to) => `Tipp: mit der Merci-Karte ${from} auf ${to}.`,
    redeal: "Tipp: neu verteilen.",
    redealEarly: "Tipp: jetzt schon neu verteilen. So geht ein Weg weiter, der gewinnt.",
    noHint: {
      no: "Kein Tipp: Von hier aus ist das Spiel nicht mehr zu gewinnen.",
      unknown: "Kein Tipp: In zwei Sekunden hat sich kein Weg gefunden, der gewinnt. Vielleicht gibt es trotzdem einen.",
    },
    winnable: {
      yes: "Ja, von hier aus ist das Spiel noch zu gewinnen.",
      no: "Nein, von hier aus ist das Spiel nicht mehr zu gewinnen.",
      unknown: "Das ließ sich in zwei Sekunden nicht klären. Vielleicht ist es noch zu gewinnen.",
    },
    neverWinnable: "Dieses Spiel lässt sich nicht gewinnen, von niemandem. Nimm ein anderes Übungsspiel.",
    goBack: "Nimm Züge zurück, dann vielleicht wieder.",
    noLine: "In der kurzen Zeit hat sich kein Weg gefunden, der gewinnt.",
    noLineFromHere:
      "Wo du aufgegeben hast, war nichts mehr zu gewinnen; und vom Anfang an hat sich in der kurzen Zeit kein Weg gefunden.",
    unreachable: "Der Server ist gerade nicht zu erreichen. Versuch es gleich noch einmal.",
  },

  film: {
    line: "So lässt sich das Spiel gewinnen",
    lineFromDeal: "Wo du aufgegeben hast, war nichts mehr zu gewinnen. So ging es vom Anfang an",
    lineFromDealAfterAll: "So lässt sich das Spiel vom Anfang an gewinnen",
    replay: "Dein Spiel, Zug für Zug",
    solution: "So lässt sich das Spiel gewinnen",
    /** @param {number} n @param {number} all */
    at: (n, all) => `Zug ${n} von ${all}`,
    start: "Hier fängt es an.",
    run: "Abspielen",
    pause: "Anhalten",
    searching: "Der Computer sucht die Stelle, an der das Spiel verloren ging …",
    /** @param {number} n */
    lostAt: (n) => `Mit Zug ${n} ging das Spiel verloren.`,
    /** @param {number} a @param {number} b */
    lostBetween: (a, b) => `Verloren ging das Spiel zwischen Zug ${a} und Zug ${b}.`,
    /** @param {number} n */
    lostBefore: (n) => `Spätestens mit Zug ${n} war das Spiel verloren.`,
    /** @param {number} n */
    wonUntil: (n) => `Bis Zug ${n} war das Spiel noch zu gewinnen; ob danach auch, ließ sich nicht klären.`,
    neverWinnable: "Dieses Spiel war von Anfang an nicht zu gewinnen.",
    neverLost: "Dieses Spiel war bis zuletzt zu gewinnen.",
    unclear: "Wo das Spiel verloren ging, ließ sich nicht klären.",
  },

  confirm: {
    redeal: {
      title: "Neu verteilen?",
      /** @param {number} left */
      text: (left) =>
        `Alle Karten, die nicht auf Zielstapeln liegen, werden neu verteilt. Das lässt sich nicht zurücknehmen. ${
          left === 1 ? "Danach geht es nicht noch einmal." : `Es geht noch ${left}-mal.`
        }`,
      yes: "Neu verteilen",
    },
    merci: {
      title: "Merci-Karte nutzen?",
      /** @param {string} card @param {string} pile */
      text: (card, pile) => `${card} wird herausgezogen und auf ${pile} gelegt. Das geht nur einmal im Spiel.`,
      yes: "Herausziehen",
    },
    resign: {
      title: "Spiel aufgeben?",
      ranked: "Das Spiel endet ohne Zeit auf der Bestenliste. Das lässt sich nicht zurücknehmen.",
      practice: "Das Spiel ist dann beendet. Das lässt sich nicht zurücknehmen.",
      yes: "Aufgeben",
    },
    restart: {
      title: "Von vorn anfangen?",
      text: "Alle Züge werden zurückgenommen, soweit das erlaubt ist. Die Uhr läuft weiter.",
      yes: "Von vorn",
    },
    no: "Weiterspielen",
  },

  watching: {
    /** @param {string} time */
    took: (time) => `nach ${time}`,
    copied: "Der Link zu diesem Zug ist kopiert.",
    failed: "Der Link ließ sich nicht kopieren.",
  },
};
