/**
 * From a seed to its fingerprint and to the order of the cards, worked out by the browser itself.
 *
 * The rule stands in docs/proof.md. WebCrypto is there in secure contexts only.
 */

const WORDS = 2 ** 32;
const BLOCK_BYTES = 32;

/**
 * Read a seed or a hash: 64 hexadecimal digits; whatever white space came along is passed over.
 *
 * @param {string} text
 * @returns {Uint8Array | null} null where it is something else
 */
export function bytesOf(text) {
  const digits = text.replace(/\s/g, "");
  if (!/^[0-9a-f]{64}$/i.test(digits)) {
    return null;
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
const hashed = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/**
 * The SHA-256 of bytes, in hex.
 *
 * @param {Uint8Array} bytes
 */
export async function fingerprintOf(bytes) {
  const hash = await hashed(bytes);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The order of the cards that a seed stands for.
 *
 * @param {Uint8Array} seed
 * @param {string} label `deal`, `redeal-1` or `redeal-2`
 * @param {number} packs
 * @returns {Promise<string[]>}
 */
export async function shuffled(seed, label, packs = 1) {
  const pack = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const cards = Array.from({ length: packs }, () => pack).flat();
  const words = wordsOf(Uint8Array.of(...seed, ...new TextEncoder().encode(label)));
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const choices = last + 1;
    let word = await nextOf(words);
    while (word >= WORDS - (WORDS % choices)) {
      word = await nextOf(words);
    }
    const chosen = word % choices;
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

/** @param {AsyncGenerator<number, never>} words */
const nextOf = async (words) => (await words.next()).value;

/**
 * The endless stream of 32-bit words: of the hashes of a beginning with a counter behind it.
 *
 * @param {Uint8Array} start
 * @returns {AsyncGenerator<number, never>}
 */
async function* wordsOf(start) {
  const block = Uint8Array.of(...start, 0, 0, 0, 0, 0, 0, 0, 0);
  for (let counter = 0; ; counter += 1) {
    new DataView(block.buffer).setUint32(start.length + 4, counter);
    const view = new DataView((await hashed(block)).buffer);
    for (let at = 0; at < BLOCK_BYTES; at += 4) {
      yield view.getUint32(at);
    }
  }
}

/**
 * What of a proof fits a seed and a fingerprint.
 *
 * @param {{ pack: string[], reshuffled: string[][] }} proof the cards as they were dealt
 * @param {Uint8Array} seed
 * @param {string} hash in hex
 */
export async function check({ pack, reshuffled }, seed, hash) {
  const found = await fingerprintOf(seed);
  const again = await Promise.all(reshuffled.map((_, n) => shuffled(seed, `redeal-${n + 1}`)));
  const packs = pack.length === 104 ? 2 : 1;
  return {
    found,
    hash: found === hash.replace(/\s/g, "").toLowerCase(),
    pack: same(pack, await shuffled(seed, "deal", packs)),
    redeals: reshuffled.every((cards, n) => same(cards, again[n])),
  };
}

/** @param {string[]} one @param {string[]} other */
const same = (one, other) =>
  one.length === other.length && one.every((card, at) => card === other[at]);
