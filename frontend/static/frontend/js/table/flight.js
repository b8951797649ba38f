/** Cards in motion: how they fly, turn over and are dealt. Nothing here decides where they lie. */

const MOVE = { duration: 150, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
/** A flight begins with its first step: from where the card lies it would start a frame later. */
const FIRST_STEP = 16;
/** A redeal: first the cards come together at the pack, then they leave it one after the other. */
const GATHER = 220;
const STAGGER = 13;
const OVER_ALL = 8000;
const RISE = { duration: 400, easing: "cubic-bezier(0.2, 1.4, 0.4, 1)" };

/** @typedef {import("./draw.js").CardElement} CardElement */

/** @param {CardElement} card */
const isRunning = ({ animation }) => animation?.playState === "running";

/**
 * Say whether a card flies already to where it shall lie: then it is left alone.
 *
 * @param {CardElement} card @param {Point} to on the felt @param {Point} box its pile's corner
 */
export const flyingTo = (card, to, box) =>
  isRunning(card) &&
  card.x === to.x &&
  card.y === to.y &&
  card.box.x === box.x &&
  card.box.y === box.y;

/**
 * Where a card is seen at this moment, also in the middle of a motion, which ends here.
 *
 * @param {CardElement} card @param {HTMLElement} felt
 * @returns {Point}
 */
export function stopFlight(card, felt) {
  const { animation, element, x, y } = card;
  if (!animation || !isRunning(card)) {
    return { x, y };
  }
  const corner = felt.getBoundingClientRect();
  const seen = element.getBoundingClientRect();
  animation.cancel();
  // A card that turns over is narrower, but its middle stays where it is.
  const narrower = (element.offsetWidth - seen.width) / 2;
  return { x: seen.x - narrower - corner.x, y: seen.y - corner.y };
}

/**
 * Let a card that lies in its place already be seen coming there, and have it above all others
 * meanwhile.
 *
 * @param {CardElement} card
 * @param {Keyframe[]} keyframes
 * @param {KeyframeAnimationOptions} options
 */
function animate(card, keyframes, options) {
  const { element } = card;
  const animation = element.animate(keyframes, options);
  card.animation = animation;
  element.style.zIndex = String(OVER_ALL + card.z);
  animation.finished.then(
    () => {
      if (card.animation === animation) {
        card.animation = null;
        element.style.zIndex = String(card.z);
      }
    },
    () => undefined,
  );
}

/** @param {CardElement} card @param {Point} seen on the felt */
const transformAt = ({ box }, { x, y }) => `translate(${x - box.x}px, ${y - box.y}px)`;

/** @param {CardElement} card @param {Point} from */
export function fly(card, from) {
  const to = transformAt(card, card);
  animate(card, [{ transform: transformAt(card, from) }, { transform: to }], MOVE);
  if (card.animation) {
    card.animation.currentTime = FIRST_STEP;
  }
}

/** @param {CardElement} card */
export function turnOver(card) {
  const to = transformAt(card, card);
  animate(card, [{ transform: `${to} scaleX(0.05)` }, { transform: to }], MOVE);
}

/**
 * Deal a card from the pack; its back is up until it leaves.
 *
 * @param {CardElement} card @param {Point} from where it is seen now
 * @param {Point} pack @param {number} order
 */
export function deal(card, from, pack, order) {
  const leaves = GATHER + order * STAGGER;
  const duration = leaves + MOVE.duration;
  const inPack = transformAt(card, pack);
  animate(
    card,
    [
      { transform: transformAt(card, from), easing: MOVE.easing },
      { transform: inPack, offset: GATHER / duration },
      { transform: inPack, offset: leaves / duration, easing: MOVE.easing },
      { transform: transformAt(card, card) },
    ],
    { duration },
  );
  card.element.animate(
    [{ opacity: 1 }, { opacity: 1, offset: 0.999 }, { opacity: 0 }],
    { duration: leaves, pseudoElement: "::before" },
  );
}

/** Let cards come up one after the other from one pack, a moment long. @param {Element[]} cards */
export function fanOut(cards) {
  for (const [order, card] of cards.entries()) {
    const pack = { opacity: 0, transform: "translateY(60%) rotate(0)" };
    card.animate([pack, {}], { ...RISE, delay: order * RISE.duration / 4, fill: "backwards" });
  }
}
