// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page, so that it opens offline. A new version takes the place of the old one when it was fetched whole.
const STORE = "pasur-@VERSION@", FILES = ["pasur.html", "pasur.webmanifest", "pasur-icon.svg"];

self.addEventListener("install", (event) => event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith("pasur-") && name !== STORE).map((name) => caches.delete(name)))).then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
    const name = new URL(event.request.url).pathname.split("/").pop();
    if (event.request.method === "GET" && FILES.includes(name))
        event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
