/** The felt: one element per card, moved by transforms alone; one element per pile around them. */

import { arrowPaths } from "./arrow.js";
import { drawFace, drawSlot } from "./faces.js";
import { deal, fly, flyingTo, stopFlight, turnOver } from "./flight.js";
import { boxOf } from "./geometry.js";
import { matchCards } from "./matching.js";
import { HIDDEN, PACK, isFoundation, isReserve } from "./moves.js";
import { isCounted, openedRow, setScene } from "./scene.js";
import { settings } from "./settings.js";

const OVER_CARDS = 5000;
const IN_HAND = 20000;

/**
 * @typedef {object} CardElement
 * @property {HTMLElement} element
 * @property {string} pile
 * @property {number} index
 * @property {string} code
 * @property {number} x on the felt
 * @property {number} y
 * @property {number} z
 * @property {Point} box the corner of its pile on the felt
 * @property {Point} home where it lies when nobody drags it
 * @property {string} face what is drawn on it
 * @property {Animation | null} animation
 */

/** @typedef {{ root: HTMLElement, slot: HTMLElement, ring: HTMLElement, count: HTMLElement, box: Box, sign: string }} PileElement */

/**
 * @typedef {object} View
 * @property {Piles} piles
 * @property {TableLayout} layout
 * @property {Box} area
 * @property {string | null} opened
 * @property {Held | null} held
 * @property {string[]} targets
 * @property {{ from: Place, to: string } | null} hint
 * @property {Place | null} fresh the card that a film's move has just brought
 * @property {Set<string>} offers `card:pile` of covered cards that may be drawn out
 * @property {boolean} still without motion: the window has changed, not the cards
 * @property {(pile: string, index: number) => string} cardLabel
 * @property {(pile: string) => { group: string, slot: string }} pileLabel
 */

/** @param {string} className @param {HTMLElement} parent @param {string} [tag] */
function child(className, parent, tag = "div") {
  const element = document.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}

export class Felt {
  /** @type {Map<string, PileElement>} */ #piles = new Map();
  /** @type {CardElement[]} */ #cards = [];
  /** @type {WeakMap<Element, CardElement>} */ #byElement = new WeakMap();
  /** @type {HTMLElement} */ #backdrop;
  /** @type {HTMLElement} */ #arrow;
  /** @type {Piles} */ #shown = {};

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.#backdrop = child("opened", root);
    this.#backdrop.hidden = true;
    this.#arrow = child("arrow", root);
    this.#arrow.setAttribute("aria-hidden", "true");
  }

  /** @param {View} view */
  render(view) {
    const { piles, layout, area } = view;
    this.#shown = piles;
    const { style } = this.root;
    style.setProperty("--card-width", `${layout.width}px`);
    style.setProperty("--card-height", `${layout.height}px`);
    this.root.dataset.orientation = layout.orientation;
    this.root.dataset.family = layout.family;
    for (const pile of Object.keys(layout.piles)) {
      this.#renderPile(pile, view);
    }
    const places = setScene(piles, layout, view, area);
    const { pairs, gone } = matchCards(this.#cards, places);
    for (const { element } of gone) {
      element.remove();
    }
    this.#cards = pairs.map(([was, place], order) =>
      this.#renderCard(was ?? this.#newCard(place), place, view, was ? order : -1),
    );
    this.#keepOrder();
    this.#renderOpened(view);
    this.#renderArrow(view);
  }

  /** Within a pile the elements stand in the order of the cards, for those who hear them. */
  #keepOrder() {
    /** @type {Map<Element | null, HTMLElement>} */
    const last = new Map();
    for (const { element } of this.#cards) {
      const parent = element.parentElement;
      const before = last.get(parent);
      if (before && before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) {
        const focused = document.activeElement === element;
        before.after(element);
        if (focused) {
          element.focus({ preventScroll: true });
        }
      }
      last.set(parent, element);
    }
  }

  /** @param {string} pile @param {View} view */
  #renderPile(pile, view) {
    const { layout, piles, targets } = view;
    const place = layout.piles[pile];
    const cards = piles[pile] ?? [];
    const parts = this.#piles.get(pile) ?? this.#newPile(pile);
    const box = boxOf(place, layout);
    parts.box = box;
    const { root, slot, ring, count } = parts;
    root.style.left = `${box.x}px`;
    root.style.top = `${box.y}px`;
    root.style.width = `${box.width}px`;
    root.style.height = `${box.height}px`;
    const top = place.cards.at(-1) ?? place;
    slot.style.transform = `translate(${place.x - box.x}px, ${place.y - box.y}px)`;
    ring.style.transform = `translate(${top.x - box.x}px, ${top.y - box.y}px)`;
    const base = Object.keys(piles).indexOf(pile) * 24;
    ring.style.zIndex = String(base + cards.length + 2);
    count.style.zIndex = String(OVER_CARDS);
    root.classList.toggle("target", targets.includes(pile));
    root.classList.toggle("hinted", view.hint?.to === pile);
    const { group, slot: empty } = view.pileLabel(pile);
    root.setAttribute("aria-label", group);
    slot.setAttribute("aria-label", empty);
    if (cards.length) {
      slot.setAttribute("aria-hidden", "true");
    } else {
      slot.removeAttribute("aria-hidden");
    }
    count.hidden = !isCounted(layout, pile, cards);
    count.textContent = String(cards.length);
    count.style.transform = `translate(${top.x - box.x + layout.width / 2}px, ${top.y - box.y + layout.height}px) translate(-50%, ${layout.orientation === "wide" ? "-62%" : "-106%"})`;
    this.#renderSlot(pile, parts, layout);
  }

  /** @param {string} pile @param {PileElement} parts @param {TableLayout} layout */
  #renderSlot(pile, parts, layout) {
    const { letters: language, largeIndices: large } = settings;
    const sign = `${layout.width} ${layout.height} ${language}`;
    if (parts.sign === sign) {
      return;
    }
    parts.sign = sign;
    const rest = pile.slice(1);
    /** @type {{ rank?: string, suit?: string }} */
    let says = {};
    if (isReserve(pile)) {
      says = { rank: rest };
    } else if (isFoundation(pile)) {
      const burg = layout.family.startsWith("burgvoegtin");
      says = burg ? { rank: "A" } : rest.length === 2 ? { rank: rest[0], suit: rest[1] } : { suit: rest };
    }
    parts.slot.innerHTML = drawSlot(says, {
      width: layout.width,
      height: layout.height,
      form: "stack",
      strip: 0,
      language,
      large,
    });
  }

  /** @param {string} pile @returns {PileElement} */
  #newPile(pile) {
    const root = child("pile", this.root);
    root.dataset.pile = pile;
    root.dataset.kind = isFoundation(pile) ? "foundation" : isReserve(pile) ? "reserve" : "tableau";
    root.setAttribute("role", "group");
    const slot = child("slot", root);
    slot.setAttribute("role", "button");
    slot.tabIndex = -1;
    const ring = child("ring", root, "span");
    const count = child("count", root, "span");
    ring.setAttribute("aria-hidden", "true");
    count.setAttribute("aria-hidden", "true");
    const parts = { root, slot, ring, count, box: { x: 0, y: 0, width: 0, height: 0 }, sign: "" };
    this.#piles.set(pile, parts);
    return parts;
  }

  /** @param {import("./scene.js").CardPlace} place @returns {CardElement} */
  #newCard({ pile, index, code, x, y, z }) {
    const element = document.createElement("div");
    element.className = "playing-card";
    element.setAttribute("role", "button");
    element.tabIndex = -1;
    /** @type {CardElement} */
    const card = { element, pile, index, code, x, y, z, box: { x: 0, y: 0 }, home: { x, y }, face: "", animation: null };
    this.#byElement.set(element, card);
    return card;
  }

  /** @param {CardElement} card @param {import("./scene.js").CardPlace} place @param {View} view @param {number} order -1 for a new card */
  #renderCard(card, place, view, order) {
    const { element } = card;
    const { pile, index, code, x, y, z } = place;
    const root = pile === PACK ? null : /** @type {PileElement} */ (this.#piles.get(pile));
    const parent = root?.root ?? this.root;
    const { x: left, y: top } = root?.box ?? { x: 0, y: 0 };
    const box = { x: left, y: top };
    const revealed = card.code === HIDDEN && code !== HIDDEN;
    const fromPack = card.pile === PACK && pile !== PACK;
    Object.assign(card, { pile, index, code, z });
    this.#dress(card, place, view);
    this.#face(card, place, view);
    if (element.parentElement === parent && !view.still && flyingTo(card, place, box)) {
      return card;
    }
    const from = stopFlight(card, this.root);
    if (element.parentElement !== parent) {
      const focused = document.activeElement === element;
      parent.append(element);
      if (focused) {
        element.focus({ preventScroll: true });
      }
    }
    Object.assign(card, { x, y, box, home: { x, y } });
    element.style.transform = `translate(${x - box.x}px, ${y - box.y}px)`;
    element.style.zIndex = String(z);
    if (order < 0 || view.still || settings.still) {
      return card;
    }
    if (fromPack && view.layout.pack) {
      deal(card, from, view.layout.pack, order);
    } else if (Math.abs(from.x - x) + Math.abs(from.y - y) > 1) {
      fly(card, from);
    } else if (revealed) {
      turnOver(card);
    }
    return card;
  }

  /** @param {CardElement} card @param {import("./scene.js").CardPlace} place @param {View} view */
  #dress(card, { pile, index, code, look, buried }, view) {
    const { element } = card;
    const { held, offers, hint, fresh } = view;
    const isHeld =
      held?.pile === pile && (index === held.index || (held.kind === "run" && index > held.index));
    element.classList.toggle("held", Boolean(isHeld));
    element.classList.toggle("hinted", hint?.from.pile === pile && hint.from.index === index);
    element.classList.toggle("fresh", fresh?.pile === pile && fresh.index === index);
    element.classList.toggle("buried", buried);
    element.classList.toggle("back-up", look === "back");
    element.classList.toggle("offer", offers.has(`${code}:${pile}`));
    const silent = look === "back" || buried || pile === PACK;
    if (silent || code === HIDDEN) {
      delete element.dataset.card;
      delete element.dataset.index;
      element.removeAttribute("aria-label");
      element.setAttribute("aria-hidden", "true");
      return;
    }
    element.dataset.card = code;
    element.dataset.index = String(index);
    element.removeAttribute("aria-hidden");
    element.setAttribute("aria-label", view.cardLabel(pile, index));
    element.setAttribute("aria-pressed", String(Boolean(isHeld)));
  }

  /** @param {CardElement} card @param {import("./scene.js").CardPlace} place @param {View} view */
  #face(card, { pile, code, form, strip, look, sides }, { layout, piles }) {
    const { width, height } = layout;
    const narrow = Math.round(strip * 2) / 2;
    const held = look === "tally" ? piles[pile] : [];
    const drawn = look === "back" ? HIDDEN : code;
    const { letters: language, largeIndices: large } = settings;
    const key = [drawn, look, width, form, narrow, sides, language, large, ...held].join(" ");
    if (card.face !== key) {
      card.face = key;
      const spec = { width, height, form, strip: narrow, sides, language, large };
      card.element.innerHTML =
        look === "blank" ? "" : drawFace(drawn, look === "tally" ? { ...spec, tally: held } : spec);
    }
  }

  /** @param {View} view */
  #renderOpened({ opened, layout, piles, area }) {
    this.#backdrop.hidden = !opened;
    if (opened) {
      const row = openedRow(layout, opened, piles[opened].length, area);
      const pad = 7;
      this.#backdrop.style.transform = `translate(${row.x - pad}px, ${row.y - pad}px)`;
      this.#backdrop.style.width = `${row.width + 2 * pad}px`;
      this.#backdrop.style.height = `${layout.height + 2 * pad}px`;
    }
  }

  /** @param {View} view */
  #renderArrow({ hint, layout }) {
    const from = hint && this.homeOf(hint.from);
    this.#arrow.hidden = !from;
    if (!from) {
      return;
    }
    const { width, height } = layout;
    const goal = layout.piles[hint.to];
    const middle = (/** @type {Point} */ { x, y }) => ({ x: x + width / 2, y: y + height / 2 });
    const paths = arrowPaths(middle(from), middle(goal.cards.at(-1) ?? goal), width);
    const part = (/** @type {string} */ name, /** @type {string} */ path) =>
      `<path class="arrow-${name}" d="${path}"/>`;
    this.#arrow.innerHTML = `<svg width="100%" height="100%">${part("edge", paths.shaft)}${part("head", paths.head)}${part("shaft", paths.shaft)}</svg>`;
  }

  /**
   * Tell which card or pile an element belongs to; index -1 is a pile without its cards.
   *
   * @param {EventTarget | null} target
   * @returns {Place | null}
   */
  placeOf(target) {
    if (!(target instanceof Element)) {
      return null;
    }
    const element = target.closest(".playing-card");
    const card = element && this.#byElement.get(element);
    if (card) {
      return card.pile === PACK ? null : { pile: card.pile, index: card.index };
    }
    const pile = /** @type {HTMLElement | null} */ (target.closest("[data-pile]"))?.dataset.pile;
    return pile && pile in this.#shown ? { pile, index: -1 } : null;
  }

  /** The element that stands for a place when it has the focus. @param {Place} place */
  elementAt({ pile, index }) {
    const card = this.#cards.find((one) => one.pile === pile && one.index === index);
    return card?.element ?? this.#piles.get(pile)?.slot ?? null;
  }

  /**
   * Let cards follow the pointer, also after a render in the middle of the drag.
   *
   * @param {Held} held @param {Point} spot where the first of them is to be seen on the felt
   */
  drag({ pile, index, kind }, spot) {
    const { box } = /** @type {PileElement} */ (this.#piles.get(pile));
    const lifted = this.#cards.filter(
      (card) => card.pile === pile && (kind === "run" ? card.index >= index : card.index === index),
    );
    const first = this.homeOf({ pile, index }) ?? spot;
    lifted.forEach((card, order) => {
      const { element, home } = card;
      card.animation?.cancel();
      card.x = spot.x + home.x - first.x;
      card.y = spot.y + home.y - first.y;
      element.classList.add("dragging");
      element.style.zIndex = String(IN_HAND + order);
      element.style.transform = `translate(${card.x - box.x}px, ${card.y - box.y}px)`;
    });
  }

  /** End a drag; the next render lays the cards where they belong. */
  endDrag() {
    for (const { element } of this.#cards) {
      element.classList.remove("dragging");
    }
  }

  /** Where a card lies when nobody drags it, on the felt. @param {Place} place @returns {Point | null} */
  homeOf({ pile, index }) {
    return this.#cards.find((one) => one.pile === pile && one.index === index)?.home ?? null;
  }
}
