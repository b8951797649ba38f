/** What the table says in English. words.de.js has the same keys. */

/** @type {Record<string, string>} */
const suits = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/** @type {Record<string, string>} */
const ranks = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
/** @type {Record<string, string>} */
const plural = { 6: "sixes", A: "aces", T: "tens", J: "jacks", Q: "queens", K: "kings" };
/** @type {Record<string, string>} */
const numbers = {
  2: "twos",
  3: "threes",
  4: "fours",
  5: "fives",
  7: "sevens",
  8: "eights",
  9: "nines",
};
/** @type {Record<string, string>} */
const tableau = { burgvoegtin: "packet", castle: "row", archway: "column", lucie: "fan" };

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} n */
const cards = (n) => (n === 1 ? "1 card" : `${n} cards`);

/** @param {number} n */
const times = (n) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);

export const en = {
  decimal: ".",
  suits,
  /** @param {string} card */
  card: (card) => `${ranks[card[0]] ?? card[0]} of ${suits[card[1]]}`,
  faceDown: "face-down card",
  /** @param {string} group @param {string} number */
  tableau: (group, number) => `${tableau[group]} ${number}`,
  /** @param {string} rank */
  reserve: (rank) => `arch, ${plural[rank] ?? numbers[rank]}`,
  /** @param {string} which */
  foundation: (which) => `foundation ${which}`,
  /** @param {string} base @param {string} suit */
  foundationOf: (base, suit) => `${base === "A" ? "ace" : "king"} foundation of ${suit}`,
  free: "free",
  covered: "covered",
  takesRun: "moves with the cards above it",
  takesMerci: "possible as the merci",
  held: "picked up",
  legal: "possible here",
  empty: "empty",
  cards,
  /** @param {number} n */
  spread: (n) => `${cards(n)}, opens when chosen`,

  /** @param {string} card @param {string[]} targets */
  picked: (card, targets) =>
    targets.length
      ? `Picked up the ${card}. It can go to: ${targets.join(", ")}.`
      : `Picked up the ${card}.`,
  /** @param {string} card */
  released: (card) => `Let go of the ${card}.`,
  /** @param {string} card @param {string} pile */
  moved: (card, pile) => `${upper(card)} to ${pile}.`,
  /** @param {string} card */
  revealed: (card) => `Turned up: ${card}.`,
  redealing: "Dealing anew.",
  nothingToFinish: "The rest doesn't go up by itself yet.",
  restGoesUp: "All the rest goes up: you can have it played.",
  undoing: "Move taken back.",
  restarting: "Back to the start.",
  resigning: "Given up.",
  /** @param {string} pile @param {string[]} held */
  opened: (pile, held) => `${upper(pile)}: ${held.join(", ")}.`,
  /** @param {string} card */
  stuck: (card) => `The ${card} can't go anywhere just now.`,
  /** @param {string} card */
  buried: (card) => `The ${card} lies under other cards.`,
  /** @param {string} card */
  noFoundation: (card) => `The ${card} fits on no foundation yet.`,
  /** @param {string} card @param {string} pile */
  noTarget: (card, pile) => `The ${card} can't go to ${pile}.`,
  nothingHere: "There is nothing here.",
  nothingToUndo: "There is no move yet to take back.",
  turnedUpStands: "Once a card has been turned up, no move before it can be taken back.",
  redealStands: "After a redeal, no move before it can be taken back.",
  serverFailed: "The server can't cope with this move. It has been taken back; play on another way or try later.",
  noRedeal: "There is no redeal just now.",
  over: "This game is over.",
  unreadable: "I can't read that move. Try something like TH:T3>FH",
  /** @param {string} card @param {string[]} targets */
  moves: (card, targets) =>
    targets.length
      ? `The ${card} can go to: ${targets.join(", ")}.`
      : `The ${card} can't go anywhere.`,
  /** @param {string} time @param {string} moves @param {string} undos */
  status: (time, moves, undos) => `${time}. ${moves}, ${undos}.`,

  /** @param {number} n */
  ply: (n) => (n === 1 ? "1 move" : `${n} moves`),
  /** @param {number} n */
  undos: (n) => (n === 1 ? "1 undo" : `${n} undos`),
  /** @param {number} n */
  redealsLeft: (n) => (n === 0 ? "No redeal left" : n === 1 ? "Redeal, 1 left" : `Redeal, ${n} left`),
  merciLeft: "Merci: once, draw out a card that lies under others",
  merciGone: "The merci has been used",
  merciHint: "Merci: choose a card that lies under others. Those that can go somewhere are marked.",
  merciNone: "Merci: no covered card can go anywhere just now.",
  merciLater: "The merci comes only after the last redeal.",

  standing: {
    open: "Connected again.",
    connecting: "The connection is down. It is coming back, and your game is safe.",
    fallback: "The quick connection isn't there. Your moves go to the server one by one.",
    signedOut: "You have been signed out. Sign in and the game goes on here.",
    forbidden: "This game belongs to somebody else.",
    gone: "This game is no longer there.",
  },

  won: {
    title: "You won!",
    time: "Your time:",
    /** @param {number} rank @param {number} total */
    rank: (rank, total) => `Rank ${rank} of ${total}`,
    held: "Your time is being looked at before it appears on the board.",
    void: "This result doesn't count for the board.",
    practice: "A practice game, not ranked.",
    clean: "Without taking back a single move.",
    helped: "Played with help.",
  },
  share: {
    clean: "no move taken back",
    copied: "The text is copied.",
    failed: "The text couldn't be copied.",
  },
  lost: "There is no move left that helps.",
  lostHint: {
    undo: "Take moves back, or start again.",
    resign: "Nothing can be taken back here any more; all you can do is give up.",
  },
  givenUp: "You gave this game up.",

  help: {
    thinking: "The computer is thinking …",
    /** @param {number} n */
    queue: (n) =>
      n === 1
        ? "The computer is answering one other question first …"
        : `The computer is answering ${n} other questions first …`,
    /** @param {string} card @param {string} pile */
    at: (card, pile) => `${card} (${pile})`,
    /** @param {string} pile */
    empty: (pile) => `${pile} (empty)`,
    /** @param {string} from @param {string} to */
    hint: (from, to) => `Hint: ${from} to ${to}.`,
    /** @param {string} from @param {string} to */
    merci: (from, to) => `Hint: with the merci, ${from} to ${to}.`,
    redeal: "Hint: redeal.",
    redealEarly: "Hint: redeal already. A way that wins goes on like that.",
    noHint: {
      no: "No hint: the game can't be won from here any more.",
      unknown: "No hint: two seconds weren't enough to find a way to win. There may be one all the same.",
    },
    winnable: {
      yes: "Yes, the game can still be won from here.",
      no: "No, the game can't be won from here any more.",
      unknown: "Two seconds weren't enough to find out. Perhaps it can still be won.",
    },
    neverWinnable: "This deal can't be won, whoever plays it. Take another practice deal.",
    goBack: "Take moves back, and perhaps it can again.",
    noLine: "There was no way to win to be found in so short a time.",
    noLineFromHere:
      "Where you gave up, the game couldn't be won any more; and from the deal no way was to be found in so short a time.",
    unreachable: "The server can't be reached at the moment. Try again shortly.",
  },

  film: {
    line: "How the game can be won",
    lineFromDeal: "Where you gave up, nothing was to be won any more. How it could be won from the deal",
    lineFromDealAfterAll: "How the game can be won from the deal",
    replay: "Your game, move by move",
    solution: "How the game can be won",
    /** @param {number} n @param {number} all */
    at: (n, all) => `Move ${n} of ${all}`,
    start: "This is where it begins.",
    run: "Play",
    pause: "Pause",
    searching: "The computer is looking for the point where the game was lost …",
    /** @param {number} n */
    lostAt: (n) => `Move ${n} lost the game.`,
    /** @param {number} a @param {number} b */
    lostBetween: (a, b) => `The game was lost between move ${a} and move ${b}.`,
    /** @param {number} n */
    lostBefore: (n) => `By move ${n} at the latest the game was lost.`,
    /** @param {number} n */
    wonUntil: (n) => `Up to move ${n} the game could still be won; what became of it then isn't known.`,
    neverWinnable: "This game could not be won from the start.",
    neverLost: "This game could be won right up to the end.",
    unclear: "Where the game was lost could not be found out.",
  },

  confirm: {
    redeal: {
      title: "Deal anew?",
      /** @param {number} left */
      text: (left) =>
        `Every card that is not on a foundation is dealt anew. This can't be taken back. ${
          left === 1 ? "It is the last time." : `You may do it ${times(left)}.`
        }`,
      yes: "Deal anew",
    },
    merci: {
      title: "Use the merci?",
      /** @param {string} card @param {string} pile */
      text: (card, pile) =>
        `The ${card} is drawn out and goes to ${pile}. You may do this once in a game.`,
      yes: "Draw it out",
    },
    resign: {
      title: "Give up?",
      ranked: "The game ends without a time on the board. This can't be taken back.",
      practice: "The game is then over. This can't be taken back.",
      yes: "Give up",
    },
    restart: {
      title: "Start again?",
      text: "All moves are taken back, as far as that is allowed. The clock runs on.",
      yes: "Start again",
    },
    no: "Play on",
  },

  watching: {
    /** @param {string} time */
    took: (time) => `after ${time}`,
    copied: "The link to this move is copied.",
    failed: "The link couldn't be copied.",
  },
};
