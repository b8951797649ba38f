/* Shows a kept page where a page can't be had for want of a network; nothing else is kept. */

const OFFLINE = {{ offline|safe }};
const KEPT = {{ kept|safe }};
// Changes with the kept page, whose address stays the same.
const EDITION = {{ edition|safe }};
const CACHE = `offline ${EDITION} ${KEPT.join(" ")}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Without cookies: whoever comes later on this device hasn't the first visitor's settings.
    const asked = { cache: "reload", credentials: "omit" };
    await cache.addAll(KEPT.map((address) => new Request(address, asked)));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (KEPT.includes(address)) {
    event.respondWith(fetch(request).catch(() => caches.match(address)));
  }
});
