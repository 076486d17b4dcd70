/**
 * Keeps the program's own files, so that it opens without a network. Answers of the server (/api) are never kept:
 * figures are fresh or not there at all.
 */
const FILES = 'tradewind-files-1';
const SHELL = ['./', './favicon.svg', './manifest.webmanifest', './icon-192.png', './icon-512.png'];
const MOST_FILES = 300;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.includes('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(freshFirst(request));
  else if (url.pathname.includes('/assets/')) event.respondWith(keptFirst(request));
});

/** The page and the files it names: enough for the sign-in; what else is used is kept as it comes. */
async function keepShell() {
  const files = await caches.open(FILES);
  await files.addAll(SHELL);
  const page = await (await files.match('./')).text();
  const named = [...page.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map((match) => match[1]);
  await files.addAll(named);
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== FILES) await caches.delete(name);
}

/** The newest page while there is a network. */
async function freshFirst(request) {
  const files = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await files.put('./', answer.clone());
    return answer;
  } catch (error) {
    const kept = await files.match('./');
    if (kept) return kept;
    throw error;
  }
}

/** Files under assets/ carry their content's hash in their name: the kept one is the right one. */
async function keptFirst(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await files.put(request, answer.clone());
    await dropOldest(files);
  }
  return answer;
}

async function dropOldest(files) {
  const kept = (await files.keys()).filter((request) => request.url.includes('/assets/'));
  for (const request of kept.slice(0, Math.max(0, kept.length - MOST_FILES))) await files.delete(request);
}
