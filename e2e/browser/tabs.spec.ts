// Twelve tabs of one browser, which opens six connections to a host: they share one stream, whichever tab goes away.
import type { BrowserContext, Page, Request } from '@playwright/test';
import { gate } from '../panel/scripted.ts';
import { answers, composer, expectIdle, expectLive, open, openTerminal, send, tabPanel } from './page.ts';
import { expect as soon, test } from './panel.ts';

/** Twelve pages start at once, which takes long on a busy machine. */
const expect = soon.configure({ timeout: 60_000 });

const isStream = (request: Request): boolean =>
  /\/api\/events\?/.test(request.url()) && !request.url().includes('follow=0');

const each = (tabs: Page[], act: (tab: Page) => Promise<void>) => Promise.all(tabs.map(act));

/** The requests for the event stream that are open. */
function openStreams(context: BrowserContext): Set<Request> {
  const streams = new Set<Request>();
  context.on('request', (request) => {
    if (isStream(request)) streams.add(request);
  });
  context.on('requestfailed', (request) => streams.delete(request));
  context.on('requestfinished', (request) => streams.delete(request));
  return streams;
}

test('R-08: twelve tabs share one stream, and no event is lost when its tab is closed, crashes or hangs', async ({
  page,
  panel,
  context,
}, info) => {
  test.setTimeout(300_000);
  const streams = openStreams(context);
  const [afterClose, afterCrash, afterHang] = [gate(), gate(), gate()];
  panel.model.queue([
    {
      steps: [
        { tool: 'bash', args: { command: 'echo begun; while [ ! -e go ]; do sleep 0.02; done; echo over' } },
      ],
    },
    {
      steps: [
        { text: 'One, ' },
        { until: afterClose.until },
        { text: 'two, ' },
        { until: afterCrash.until },
        { text: 'three, ' },
        { until: afterHang.until },
        { text: 'four.' },
      ],
    },
  ]);
  await open(page, panel);
  await send(page, 'count');
  const tabs = [page];
  while (tabs.length < 12) tabs.push(await context.newPage());
  // Six terminals need one stream more than the browser has connections left; on a phone's screen there is none.
  const wide = tabs.slice(0, 6);
  for (const tab of tabs.slice(6)) await tab.setViewportSize({ width: 375, height: 600 });
  await each(tabs.slice(1), async (tab) => void (await tab.goto(panel.origin)));
  const terminal = (tab: Page) => tabPanel(tab);
  await each(wide, openTerminal);
  await each(wide, (tab) => expect(terminal(tab)).toContainText('begun'));
  expect(streams.size).toBe(1);

  // With six terminals open, every tab can still send commands.
  await send(tabs[11]!, 'and then?');
  await expect(tabs[6]!.getByRole('region', { name: 'Queue' })).toContainText('and then?');
  await tabs[6]!.getByRole('button', { name: 'Edit queue' }).click();
  await expect(composer(tabs[6]!)).toHaveValue('and then?');
  await panel.write('go', '');
  await each(wide, (tab) => expect(terminal(tab)).toContainText('over'));

  const sayOn = async (what: RegExp, rest: { open: () => void }, lead: Promise<Request>): Promise<void> => {
    const start = performance.now();
    const { 'last-event-id': after } = (await lead).headers();
    const ms = Math.round(performance.now() - start);
    info.annotations.push({ type: `the stream is with another tab, ${what}`, description: `after ${ms} ms` });
    expect(after).toMatch(/^\w+\.\d+$/);
    rest.open();
    await each(tabs, (tab) => expect(answers(tab).last()).toContainText(what));
    expect(streams.size).toBe(1);
  };
  /**
   * Removes the tab that holds the stream, and its stream, because a crashed tab does not report that its request
   * ended.
   */
  const leader = (): Page => {
    const page = [...streams][0]!.frame().page();
    streams.clear();
    return tabs.splice(tabs.indexOf(page), 1)[0]!;
  };
  const nextStream = (): Promise<Request> => context.waitForEvent('request', isStream);

  await each(tabs, (tab) => expect(answers(tab).last()).toContainText('One,'));
  let next = nextStream();
  void leader().close();
  await sayOn(/One, two,/, afterClose, next);

  next = nextStream();
  const crashed = leader();
  const crash = await context.newCDPSession(crashed);
  void crash.send('Page.crash').catch(() => undefined);
  await sayOn(/One, two, three,/, afterCrash, next);

  next = nextStream();
  const stuck = leader();
  const debug = await context.newCDPSession(stuck);
  void stuck.evaluate('for (;;);').catch(() => undefined);
  await sayOn(/One, two, three, four\./, afterHang, next);

  // awake again, it has the whole answer, and leaves the stream to the other tab.
  await debug.send('Runtime.terminateExecution');
  tabs.push(stuck);
  await each(tabs, async (tab) => {
    await expect(answers(tab).last()).toContainText('One, two, three, four.');
    await expectIdle(tab);
    await expectLive(tab);
  });
});

test('R-08: five tabs that cannot share a stream show a warning, until one is closed', async ({
  page,
  panel,
  context,
}) => {
  // As over plain http to another machine.
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  const streams = openStreams(context);
  const tabs = [page];
  while (tabs.length < 5) tabs.push(await context.newPage());
  await open(page, panel);
  const warning = (tab: Page) => tab.getByRole('alert').filter({ hasText: '5 tabs show this panel' });
  for (const tab of tabs.slice(1)) {
    await expect(warning(page)).toHaveCount(0);
    await tab.goto(panel.origin);
  }
  await each(tabs, (tab) => expect(warning(tab)).toBeVisible());
  expect(streams.size).toBe(5);
  await tabs.pop()!.close();
  await each(tabs, (tab) => expect(warning(tab)).toHaveCount(0));
});

test('R-09: a frozen tab does not block the others, and catches up when it is resumed', async ({
  page,
  panel,
  context,
}) => {
  const [whileFrozen, afterwards] = [gate(), gate()];
  panel.model.queue([
    {
      steps: [
        { text: 'One, ' },
        { until: whileFrozen.until },
        { text: 'two, ' },
        { until: afterwards.until },
        { text: 'three.' },
      ],
    },
  ]);
  await open(page, panel);
  const other = await context.newPage();
  await other.goto(panel.origin);
  await send(page, 'count');
  const answer = (tab: Page) => answers(tab).last();
  await each([page, other], (tab) => expect(answer(tab)).toContainText('One,'));
  const lifecycle = await context.newCDPSession(page);
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
  whileFrozen.open();
  await expect(answer(other)).toContainText('One, two,');
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(answer(page)).toContainText('One, two,');
  afterwards.open();
  await each([page, other], async (tab) => {
    await expect(answer(tab)).toContainText('One, two, three.');
    await expectLive(tab);
  });
});
