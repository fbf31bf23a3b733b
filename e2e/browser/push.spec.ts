// Web Push with a push service on this machine: from the settings to a click on the notification.
import type { BrowserContext, Page } from '@playwright/test';
import { PushService } from '../../server/push/fixtures/push-service.ts';
import type { PushInfo, PushMessage } from '../../shared/push.ts';
import { button, composer, expectIdle, expectLive, notifications, open, palette } from './page.ts';
import { expect, test as base, type RunningPanel } from './panel.ts';

const ASKER = `export default (pi) => pi.registerCommand('sure', {
  description: 'asks', handler: async (_args, ctx) => void (await ctx.ui.confirm('Delete it?', '')),
});`;

const test = base.extend<{ service: PushService }>({
  panelOptions: {
    env: { PI_PANEL_PUSH_TO_LOOPBACK: '1' },
    piArgs: ['-e', './asker.ts'],
    files: { 'asker.ts': ASKER },
  },
  service: async ({ panel, context }, use) => {
    const { publicKey } = await panel.getJson<PushInfo>('push');
    const service = await new PushService(() => publicKey).listen();
    await subscribeTo(context, service);
    await use(service);
    await service.close();
  },
});

/** The browser of the tests has no push service of its own, and allows no notifications. */
async function subscribeTo(
  context: BrowserContext,
  { origin, browser: { keys } }: PushService,
): Promise<void> {
  await context.addInitScript(
    (json) => {
      class Allowed {
        static permission = 'default';
        static requestPermission = async () => (Allowed.permission = 'granted');
      }
      Object.assign(window, { Notification: Allowed });
      const key = 'test.subscription';
      const subscription = (options: unknown) => ({
        endpoint: json.endpoint,
        options,
        toJSON: () => json,
        unsubscribe: async () => (localStorage.removeItem(key), true),
      });
      Object.assign(PushManager.prototype, {
        subscribe: async (options: unknown) => (localStorage.setItem(key, 'on'), subscription(options)),
        getSubscription: async () => (localStorage.getItem(key) ? subscription({}) : null),
      });
    },
    { endpoint: `${origin}/a-phone`, keys },
  );
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/?settings=panel`);
}

const section = (page: Page) => page.getByRole('region', { name: 'Push notifications' });

async function turnOn(page: Page, panel: RunningPanel): Promise<void> {
  await open(page, panel);
  await page.goto(`${panel.origin}/?settings=panel`);
  await button(section(page), 'Turn on here').click();
  await expect(section(page).getByRole('listitem')).toContainText('this browser');
}

const ask = (panel: RunningPanel) => panel.command({ type: 'prompt', message: '/sure' });

/** Hands a message to the service worker, as the browser does. */
async function deliver(page: Page, panel: RunningPanel, message: PushMessage): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(
        ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(panel.origin),
      );
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: panel.origin,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
  await session.detach();
}

/** Records the notifications that the worker shows from now on. */
async function watchNotifications(context: BrowserContext): Promise<() => Promise<string[]>> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No service worker runs.');
  await worker.evaluate(() => {
    const shown: string[] = [];
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    registration.showNotification = async (title, options) => void shown.push(`${title}: ${options?.body}`);
    Object.assign(self, { shown });
  });
  return () => worker.evaluate(() => (self as unknown as { shown: string[] }).shown);
}

/** Playwright keeps every page visible. */
async function hide(page: Page, isHidden = true): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('S-68: a browser with notifications learns of a question while no page is open, but not its text', async ({
  page,
  panel,
  service,
}) => {
  await turnOn(page, panel);
  await button(section(page), 'Send a test').click();
  await expect.poll(() => service.received.map(({ message }) => message.kind)).toEqual(['test']);
  await expect(section(page)).toContainText('last sent');
  await page.goto(panel.origin);
  await expectIdle(page);
  await page.close();
  // Nobody answers it.
  ask(panel).catch(() => undefined);
  await expect.poll(() => service.received.length).toBe(2);
  const message = service.received[1]!.message;
  expect(Object.keys(message).sort()).toEqual(['agent', 'kind', 'session']);
  expect(message).toMatchObject({ kind: 'waiting', agent: await panel.firstAgent() });
});

test('a visible page keeps the phone silent, and a hidden one does not', async ({ page, panel, service }) => {
  await turnOn(page, panel);
  await page.goto(panel.origin);
  await expectIdle(page);
  const first = ask(panel);
  await button(page, 'Yes').click();
  await first;
  expect(service.requests).toBe(0);
  const left = page.waitForResponse(/\/api\/presence$/);
  await hide(page);
  await left;
  const second = ask(panel);
  await expect.poll(() => service.received.length).toBe(1);
  await hide(page, false);
  await button(page, 'No').click();
  await second;
});

test('the user chooses the notifications of a device, which survive a reload and can be ended from any device', async ({
  page,
  panel,
  service,
}) => {
  await turnOn(page, panel);
  const row = section(page).getByRole('listitem');
  await row.getByRole('checkbox', { name: 'An agent waits for you' }).uncheck();
  await row.getByRole('checkbox', { name: /Include the session name/ }).check();
  const devices = async () => (await panel.getJson<PushInfo>('push')).devices;
  await expect
    .poll(async () =>
      (await devices()).map(({ wishes, showsText }) => [wishes.waiting, wishes.failed, showsText]),
    )
    .toEqual([[false, true, true]]);
  await openSettings(page);
  await expect(row.getByRole('checkbox', { name: 'An agent waits for you' })).not.toBeChecked();

  service.answers.push({ status: 503 });
  await button(row, 'Send a test').click();
  await expect(section(page).getByRole('alert')).toContainText('it answered 503');
  await expect.poll(async () => (await devices())[0]?.trouble).toMatch(/Trying again in 5 seconds/);

  // Another device removes it: this browser ends its subscription instead of coming back.
  const [own] = await devices();
  await fetch(`${panel.origin}/api/push/devices/${own!.id}`, {
    method: 'DELETE',
    headers: panel.authorization,
  });
  await openSettings(page);
  await expect(button(section(page), 'Turn on here')).toBeVisible();
  await expect(section(page).getByRole('listitem')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBeNull();
});

test('S-69: ending all other links ends their notifications, but not those of this browser', async ({
  page,
  panel,
  service,
}) => {
  await turnOn(page, panel);
  const other = { endpoint: `${service.origin}/other`, keys: service.browser.keys, name: 'Another phone' };
  const wishes = { waiting: true, failed: true, finished: true };
  await fetch(`${panel.origin}/api/push/devices`, {
    method: 'POST',
    headers: { ...panel.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...other, wishes, showsText: false }),
  });
  await openSettings(page);
  await expect(section(page).getByRole('listitem')).toHaveCount(2);
  await button(page, 'Revoke all other links to this panel').click();
  await palette(page).getByRole('option', { name: 'Revoke them' }).click();
  await expect(notifications(page)).toContainText('This browser stays connected.');
  await openSettings(page);
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await expect(section(page).getByRole('listitem')).toContainText('this browser');
});

test('the worker shows a message unless a page is visible, and its address opens the agent', async ({
  page,
  panel,
  context,
  service,
}) => {
  await turnOn(page, panel);
  const agent = await panel.firstAgent();
  const shown = await watchNotifications(context);
  const message: PushMessage = { kind: 'waiting', agent, name: 'A plan', line: 'Delete it?' };
  await deliver(page, panel, message);
  await deliver(page, panel, { kind: 'test' });
  // The test came second and is there: the first one was not shown.
  await expect.poll(shown).toEqual(['Notifications from pi-panel arrive: ']);
  await page.goto('about:blank');
  await deliver(page, panel, message);
  await expect
    .poll(shown)
    .toEqual(['Notifications from pi-panel arrive: ', 'Waiting for you · A plan: Delete it?']);
  expect(service.requests).toBe(0);

  await page.goto(`${panel.origin}/?show=${agent}`);
  await expectLive(page);
  // The address names what the page shows from now on.
  await expect.poll(() => [...new URL(page.url()).searchParams.keys()]).toEqual(['session']);
  await expect(composer(page)).toBeVisible();
});
