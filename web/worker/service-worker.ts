// The service worker. It caches nothing, so nothing is outdated after an update, and every request goes to the panel.
// The worker itself answers only if the page cannot be fetched, with an offline page that waits for the panel. It also
// shows push notifications while no page is visible.
import type { PushMessage } from '../../shared/push.ts';
import { addressOf, noticeOf, type NoticeTarget } from './notice.ts';
import { isPanelDown, offlineAnswer, scopeKeeper } from './offline.ts';

declare const self: ServiceWorkerGlobalScope;

/** TypeScript's type definitions do not contain this yet. */
interface RoutingEvent {
  addRoutes: (routes: object) => Promise<void>;
}

const keeper = scopeKeeper(self.registration.scope);

// Pages of the previous version can use this worker too, because it never answers for their files.
self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
  // In browsers that support routes (Chromium 127), all other requests bypass the worker. They do not wait for the
  // worker to start, and the last request of a page that is being closed is not lost.
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
  // With navigation preload, the browser requests the page while it starts this worker.
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
  // A visible page shows the news itself. A test notification is always shown, because the user asked for it.
  const pages = await openPages();
  if (message.kind !== 'test' && pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, target, ...rest } = noticeOf(message, navigator.language);
  await self.registration.showNotification(title, { ...rest, data: target, icon: 'icon-192.png' });
}

/** Shows the agent in an open page, or in a new one. */
async function show(target: NoticeTarget | null): Promise<void> {
  // A page whose address names an agent shows only that agent.
  const page = (await openPages()).find(({ url }) => !new URL(url).searchParams.has('agent'));
  if (!page) {
    const { scope } = self.registration;
    await self.clients.openWindow(target ? addressOf(target, scope) : scope);
    return;
  }
  if (target) page.postMessage({ show: target });
  await page.focus();
}

/** Returns the open pages, the most recently used first. */
async function openPages(): Promise<WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => keeper.isPage(url));
}
