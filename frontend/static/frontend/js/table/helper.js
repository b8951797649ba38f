/** Help at the table: hints, whether the game can still be won, the way to win, the turning point. */

import { Asking } from "./asking.js";
import { adviceIn, hintOf, holds, placesOf, waitingIn } from "./help.js";
import { isOver } from "./machine.js";
import { PACK } from "./moves.js";
import { opens } from "./scene.js";
import { Showing } from "./showing.js";

/** Answers mostly come sooner than a word about waiting could be read. */
const SAY_WAITING_AFTER = 500;

export class Helper {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #patience;
  /** What was asked while a move was on its way. @type {"hint" | "winnable" | null} */ #wanted = null;

  /**
   * @param {import("./table.js").Table} table @param {{ api: string }} addresses
   */
  constructor(table, addresses) {
    this.table = table;
    this.api = addresses.api;
    this.asking = new Asking(addresses, table.words.help.unreachable);
    this.showing = new Showing(table);
  }

  /** Ask for a hint, or whether the game can still be won. @param {"hint" | "winnable"} kind */
  ask(kind) {
    const { table } = this;
    if (isOver(table.state)) {
      table.tell(table.words.over);
      return;
    }
    if (kind === "hint" && table.hint && holds(table.hint, table.state)) {
      this.#show(table.hint, /** @type {string} */ (this.advice));
      return;
    }
    this.#wanted = table.state.pending.length ? kind : null;
    this.#wait(null);
    if (!this.#wanted) {
      void this.#send(kind, (told) => this.#advise(told));
    }
  }

  /** The game has gone on, or an answer has come. */
  gameChanged() {
    const { table } = this;
    const { pending } = table.state;
    if (this.#wanted && !pending.length) {
      this.ask(this.#wanted);
    }
    if (table.hint && !holds(table.hint, table.state)) {
      table.hint = null;
    }
  }

  /** The player moves on: what was asked about the position before is of no use any more. */
  drop() {
    this.#wanted = null;
    this.table.hint = null;
    this.asking.drop();
    this.#endWaiting();
    this.table.panels.hush();
  }

  /** Show the way to win of a game that was given up. */
  showLine() {
    const { words } = this.table;
    this.#wait(null);
    void this.#send("line", (told) => {
      const { steps, winnable } = told;
      if (!steps) {
        this.#refuse(winnable === "no" ? words.help.noLineFromHere : words.help.noLine);
        return;
      }
      this.table.panels.hush();
      const fromDeal = winnable === "no" ? words.film.lineFromDeal : words.film.lineFromDealAfterAll;
      this.showing.open(steps, winnable === "yes" ? words.film.line : fromDeal);
    });
  }

  /** Look through the whole game, and ask where it was lost. */
  async lookThrough() {
    const { table } = this;
    const { words } = table;
    const steps = await this.#replay();
    if (!steps) {
      this.#refuse(words.help.unreachable);
      return;
    }
    const lost = table.state.game.outcome !== "won";
    const note = lost ? words.film.searching : "";
    this.showing.open(steps, words.film.replay, { note, onClose: () => this.asking.drop() });
    if (lost) {
      void this.asking.ask("turning_point", {
        onWaiting: () => {},
        onAnswer: (told) => this.showing.markTurning(told),
        onRefusal: (message) => this.showing.note(message),
        onGone: () => this.showing.note(""),
      });
    }
  }

  /** All steps of the game, null if they can't be had. @returns {Promise<ServerStep[] | null>} */
  async #replay() {
    /** @type {ServerStep[]} */
    const steps = [];
    try {
      for (let since = 0; since !== null; ) {
        const response = await fetch(`${this.api}replay/?since=${since}`);
        if (!response.ok) {
          return null;
        }
        const part = await response.json();
        steps.push(...part.steps);
        since = part.next;
      }
    } catch {
      return null;
    }
    return steps;
  }

  /** @param {HelpKind} kind @param {(told: Told) => void} onAnswer */
  #send(kind, onAnswer) {
    return this.asking.ask(kind, {
      onWaiting: (told) => this.#wait(told),
      onAnswer: (told) => {
        this.#endWaiting();
        onAnswer(told);
      },
      onRefusal: (message) => {
        this.#endWaiting();
        this.#refuse(message);
      },
      onGone: () => {
        this.#endWaiting();
        this.table.panels.hush();
      },
    });
  }

  /** @param {Told} told */
  #advise(told) {
    const { table } = this;
    const { game } = table.state;
    const advice = adviceIn(told, game, table.names);
    const hint = hintOf(told, game);
    if (told.version !== game.version) {
      table.panels.hush();
    } else if (hint) {
      this.#show(hint, advice);
    } else {
      this.#refuse(advice);
    }
  }

  /** Point at the hint's card and where it goes. @param {Hint} hint @param {string} advice */
  #show(hint, advice) {
    const { table } = this;
    this.advice = advice;
    table.hint = hint;
    const { state, layout } = table;
    const places = placesOf(hint, table.piles);
    // A card that is in the hand stays there.
    if (!state.held) {
      const pile = places?.from.pile;
      const opened = pile && opens(state, layout, pile, true) ? pile : null;
      table.state = { ...state, opened };
      table.cursor = places?.from ?? { pile: PACK, index: -1 };
    }
    table.render();
    if (!state.held) {
      table.placeFocus(true);
    }
    table.panels.notice(advice, table.adviceSpot);
    table.say(advice);
  }

  /** @param {string} message */
  #refuse(message) {
    this.table.panels.notice(message, "advice");
    this.table.say(message);
  }

  /** @param {Told | null} told */
  #wait(told) {
    const { panels, names } = this.table;
    const text = waitingIn(told, names);
    panels.notice(text, "thinking");
    this.#patience ??= setTimeout(() => this.table.say(text), SAY_WAITING_AFTER);
  }

  #endWaiting() {
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }
}
