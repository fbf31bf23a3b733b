// The service worker. It stores nothing: every request goes to the panel, and only when the page itself cannot be
// fetched does it answer, with a page of its own that waits for the panel. So an update has nothing old to replace.
import { isPanelDown, offlineAnswer, scopeKeeper } from './offline.ts';

declare const self: ServiceWorkerGlobalScope;

const keeper = scopeKeeper(self.registration.scope);

// Pages of the version before work with this one as well: it answers for none of their files.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(start()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && keeper.isPage(event.request.url)) event.respondWith(open(event));
});

async function start(): Promise<void> {
  // The browser asks the panel for the page while it starts this worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function open({ request, preloadResponse }: FetchEvent): Promise<Response> {
  let response: Response;
  try {
    response = ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    return offlineAnswer();
  }
  if (keeper.isForeign(response)) await self.registration.unregister();
  return isPanelDown(response.status) ? offlineAnswer() : response;
}
