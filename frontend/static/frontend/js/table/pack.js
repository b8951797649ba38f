/** The place of the pack: redeals while there are any, then the merci card. */

import { drawFace, drawSlot } from "./faces.js";
import { settings } from "./settings.js";

export class PackPlace {
  #drawn = "";

  /**
   * @param {HTMLElement} felt @param {Game} game @param {import("./panels.js").Words} words
   */
  constructor(felt, game, words) {
    this.words = words;
    this.element = document.createElement("button");
    this.element.type = "button";
    this.element.id = "pack";
    this.element.className = "pack";
    this.element.tabIndex = -1;
    this.element.hidden = game.redeals === null;
    this.count = document.createElement("span");
    this.count.className = "count";
    this.face = document.createElement("span");
    this.face.className = "pack-face";
    this.element.append(this.face, this.count);
    felt.append(this.element);
  }

  /** @param {TableState} state @param {TableLayout} layout @param {boolean} offered */
  render({ game }, layout, offered) {
    if (!layout.pack || game.redeals === null) {
      return;
    }
    const { words } = this;
    const { redeals, merci } = game;
    const state = redeals ? "redeal" : merci ? "merci" : "empty";
    this.element.style.transform = `translate(${layout.pack.x}px, ${layout.pack.y}px)`;
    this.element.dataset.state = state;
    this.element.setAttribute("aria-pressed", String(offered));
    const label = redeals || merci === null ? words.redealsLeft(redeals) : merci ? words.merciLeft : words.merciGone;
    this.element.setAttribute("aria-label", label);
    this.element.title = label;
    this.element.setAttribute("aria-disabled", String(state === "empty" || game.outcome !== "playing"));
    this.count.hidden = !redeals;
    this.count.textContent = String(redeals);
    const key = `${state} ${layout.width} ${layout.height}`;
    if (key !== this.#drawn) {
      this.#drawn = key;
      const spec = {
        width: layout.width,
        height: layout.height,
        form: /** @type {Form} */ ("stack"),
        strip: 0,
        language: settings.letters,
        large: false,
      };
      this.face.innerHTML =
        state === "redeal" ? drawFace("??", spec) : state === "merci" ? `${drawSlot({ suit: "H" }, spec)}<span class="merci">Merci</span>` : "";
    }
  }
}
