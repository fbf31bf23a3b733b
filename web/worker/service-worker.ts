// The service worker. It stores nothing: every request goes to the panel, and only when the page itself cannot be
// fetched does it answer, with a page of its own that waits for the panel. So an update has nothing old to replace.
// It also shows the panel's notifications while no page is open.
import type { PushMessage } from '../../shared/push.ts';
import { addressOf, noticeOf, type NoticeTarget } from './notice.ts';
import { isPanelDown, offlineAnswer, scopeKeeper } from './offline.ts';

declare const self: ServiceWorkerGlobalScope;

/** Not yet known to TypeScript. */
interface RoutingEvent {
  addRoutes: (routes: object) => Promise<void>;
}

const keeper = scopeKeeper(self.registration.scope);

// Pages of the version before work with this one as well: it answers for none of their files.
self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
  // Where browsers can (Chromium 127), all other requests bypass the worker: nothing waits for it to start, and the last
  // request of a page that is left is not lost.
  const { addRoutes } = event as Partial<RoutingEvent>;
  const routes = { condition: { not: { requestMode: 'navigate' } }, source: 'network' };
  if (addRoutes) event.waitUntil(addRoutes.call(event, routes));
});

self.addEventListener('activate', (event) => event.waitUntil(start()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && keeper.isPage(event.request.url)) event.respondWith(open(event));
});

self.addEventListener('push', (event) => event.waitUntil(notify(event.data?.json() as PushMessage)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data as NoticeTarget | null));
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

async function notify(message: PushMessage): Promise<void> {
  // A visible page shows it itself; the user asked for a test, to see it.
  const pages = await openPages();
  if (message.kind !== 'test' && pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, target, ...rest } = noticeOf(message, navigator.language);
  await self.registration.showNotification(title, { ...rest, data: target, icon: 'icon-192.png' });
}

/** Shows the agent in a page that is open, or in a new one. */
async function show(target: NoticeTarget | null): Promise<void> {
  // A page of a single agent shows no other.
  const page = (await openPages()).find(({ url }) => !new URL(url).searchParams.has('agent'));
  if (!page) {
    const { scope } = self.registration;
    await self.clients.openWindow(target ? addressOf(target, scope) : scope);
    return;
  }
  if (target) page.postMessage({ show: target });
  await page.focus();
}

/** The one used last comes first. */
async function openPages(): Promise<WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => keeper.isPage(url));
}
