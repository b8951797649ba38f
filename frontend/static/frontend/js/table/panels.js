/** Everything around the felt: bar, buttons, notices, questions and endings. */

import { writeResult, writeTime } from "../time.js";
import { fanOut } from "./flight.js";
import { settings } from "./settings.js";
import { share, shareText } from "./share.js";

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`The page has no #${id}`);
  }
  return /** @type {T} */ (element);
}

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/** Words that are only read aloud. @param {string} text */
function unseen(text) {
  const element = document.createElement("span");
  element.className = "visually-hidden";
  element.textContent = text;
  return element;
}

/** Milliseconds after which words fade, by how they are shown; the others stay. */
const FADES = /** @type {Record<string, number>} */ ({
  passing: 4500,
  advice: 12_000,
  "advice-above": 12_000,
  "advice-between": 12_000,
});

/** @typedef {ReturnType<typeof import("./words.js").wordsOf>} Words */

export class Panels {
  /** @type {number | undefined} */ #fading;
  #ended = false;
  /** What goes on and is to be read whenever nothing passing is: how the line stands. */
  #lasting = "";

  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    byId("lost-title").textContent = words.lost;
    byId("guide-close").addEventListener("click", () => dialog("guide").close());
    byId("ending-close").addEventListener("click", () => dialog("ending").close());
  }

  /** @param {TableState} state */
  showFigures({ game, pending }) {
    byId("moves").textContent = this.words.ply(game.ply);
    const over = game.outcome !== "playing";
    const may = (/** @type {string} */ id, /** @type {boolean} */ can) => {
      // Not `disabled`: that would throw the focus away in the middle of the game.
      byId(id).setAttribute("aria-disabled", String(!can));
    };
    may("undo", !over && (game.can_undo || pending.length > 0));
    may("restart", !over && (game.can_restart || pending.length > 0));
    may("resign", !over);
    const finishes = game.can_finish && !over && pending.length === 0;
    // The one takes the place of the other: who can finish has no reason to give up.
    byId("finish").hidden = !finishes;
    byId("resign").hidden = finishes;
    byId("lost").hidden = !game.lost || over || pending.length > 0;
    byId("lost-hint").textContent = this.wayOut(game);
    byId("lost-undo").hidden = !game.can_undo;
    byId("lost-restart").hidden = !game.can_restart;
  }

  /** What is left to do in a lost game. @param {Game} game */
  wayOut(game) {
    const { lostHint } = this.words;
    return game.can_undo || game.can_restart ? lostHint.undo : lostHint.resign;
  }

  /** @param {number} milliseconds */
  showTime(milliseconds) {
    const clock = byId("clock");
    const text = writeTime(milliseconds);
    if (clock.textContent !== text) {
      clock.textContent = text;
    }
  }

  /**
   * Words over the felt, which never stop a hand: passing ones, advice that takes longer to read,
   * `stays` for what goes on, `thinking` while an answer is awaited.
   *
   * @param {string} text @param {"passing" | "stays" | "thinking" | "advice" | "advice-above" | "advice-between"} [how]
   */
  notice(text, how = "passing") {
    const notice = byId("notice");
    clearTimeout(this.#fading);
    if (notice.textContent !== text) {
      notice.textContent = text;
    }
    notice.hidden = !text;
    notice.className = `notice ${how}`;
    if (text && how in FADES) {
      this.#fading = setTimeout(() => this.#fade(), FADES[how]);
    }
  }

  /** Take back words that would fade anyway. */
  hush() {
    if (!byId("notice").classList.contains("stays")) {
      this.#fade();
    }
  }

  #fade() {
    if (this.#lasting) {
      this.notice(this.#lasting, "stays");
    } else {
      byId("notice").hidden = true;
    }
  }

  /** @param {Standing} standing */
  showStanding(standing) {
    const text = this.words.standing[standing];
    this.#lasting = ["open", "signedOut"].includes(standing) ? "" : text;
    if (standing === "signedOut") {
      byId("signed-out-title").textContent = text;
      byId("signed-out").hidden = false;
      this.notice("");
    } else {
      this.notice(text, standing === "open" ? "passing" : "stays");
    }
    byId("table").dataset.standing = standing;
  }

  /**
   * Ask before what can't be undone.
   *
   * @param {{ title: string, text: string, yes: string }} question @param {boolean} [grave]
   * @returns {Promise<boolean>}
   */
  confirm({ title, text, yes }, grave = false) {
    const box = dialog("confirm");
    byId("confirm-title").textContent = title;
    byId("confirm-text").textContent = text;
    byId("confirm-yes").textContent = yes;
    byId("confirm-yes").classList.toggle("button-danger", grave);
    byId("confirm-no").textContent = this.words.confirm.no;
    box.returnValue = "no";
    return new Promise((resolve) => {
      box.addEventListener("close", () => resolve(box.returnValue === "yes"), { once: true });
      box.showModal();
      byId("confirm-no").focus();
    });
  }

  /** @returns {Promise<string | null>} a typed move */
  askForMove() {
    const box = dialog("typing");
    const input = /** @type {HTMLInputElement} */ (byId("typed"));
    input.value = "";
    box.returnValue = "no";
    return new Promise((resolve) => {
      box.addEventListener(
        "close",
        () => resolve(box.returnValue === "yes" && input.value ? input.value : null),
        { once: true },
      );
      box.showModal();
      input.focus();
    });
  }

  showGuide() {
    dialog("guide").showModal();
  }

  /**
   * Say how the game ended; the dialog opens once. Its name and description are read aloud as it
   * opens: beneath it the live region is silent.
   *
   * @param {Game} game
   */
  showEnding(game) {
    const { words } = this;
    if (game.outcome === "playing" || this.#ended) {
      return;
    }
    this.#ended = true;
    const won = game.outcome === "won";
    byId("ending-title").textContent = won ? words.won.title : words.givenUp;
    const time = byId("ending-time");
    time.hidden = !won;
    if (won) {
      time.replaceChildren(unseen(`${words.won.time} `), this.#finalTime(game));
    }
    const lines = won ? this.#wonLines(game) : [];
    byId("ending-text").textContent = [...lines, ...(game.helped ? [words.won.helped] : [])].join(" ");
    this.#offerToShare(game);
    const suits = byId("ending-suits");
    suits.hidden = !won;
    const box = dialog("ending");
    box.showModal();
    byId("ending-title").focus();
    if (won && !settings.still) {
      fanOut([...suits.children]);
    }
  }

  /** @param {Game} game */
  #offerToShare(game) {
    const text = shareText(game, this.words, {
      site: byId("ending").dataset.site ?? "",
      patience: document.querySelector(".table-ruleset")?.textContent ?? "",
      address: `${location.origin}/daily/${game.ruleset}/${game.day}/`,
      language: document.documentElement.lang,
    });
    const button = byId("ending-share");
    button.hidden = text === null;
    button.onclick = async () => {
      const done = await share(text ?? "");
      byId("ending-shared").textContent = done === "shared" ? "" : this.words.share[done];
    };
  }

  closeEnding() {
    dialog("ending").close();
  }

  /** @param {Game} game */
  #finalTime({ result, elapsed }) {
    const hundredths = result ? result.hundredths : Math.floor(elapsed / 10);
    return writeResult(hundredths, this.words.decimal);
  }

  /** @param {Game} game */
  #wonLines({ result, ply, undos, restarts }) {
    const { won, ply: moves, undos: takenBack } = this.words;
    const clean = !undos && !restarts;
    const lines = clean ? [`${moves(ply)}.`, won.clean] : [`${moves(ply)}, ${takenBack(undos)}.`];
    if (!result) {
      lines.push(won.practice);
    } else if (result.state === "held") {
      lines.push(won.held);
    } else if (result.state === "void") {
      lines.push(won.void);
    } else if (result.rank !== null) {
      lines.unshift(`${won.rank(result.rank, result.total)}.`);
    }
    return lines;
  }
}
