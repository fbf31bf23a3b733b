// Twelve tabs of one browser, which opens six connections to a host: they share one stream, whoever holds it goes.
import type { BrowserContext, Page, Request } from '@playwright/test';
import {
  agentStatus,
  composer,
  connection,
  entries,
  expect as soon,
  gate,
  open,
  send,
  test,
} from './panel.ts';

/** Twelve pages start at once: on a busy machine each of them takes its time. */
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
}) => {
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
  // Six terminals are one stream more than a browser has connections left; on a phone's screen there is none.
  const wide = tabs.slice(0, 6);
  for (const tab of tabs.slice(6)) await tab.setViewportSize({ width: 375, height: 600 });
  await each(tabs.slice(1), async (tab) => void (await tab.goto(panel.origin)));
  const terminal = (tab: Page) => tab.getByRole('region', { name: 'Terminal' }).getByRole('tabpanel');
  await each(wide, (tab) => expect(terminal(tab)).toContainText('begun'));
  expect(streams.size).toBe(1);

  // With six terminals open, a command goes through from any tab.
  await send(tabs[11]!, 'and then?');
  await expect(tabs[6]!.getByRole('region', { name: 'Queue' })).toContainText('and then?');
  await tabs[6]!.getByRole('button', { name: 'Edit queue' }).click();
  await expect(composer(tabs[6]!)).toHaveValue('and then?');
  await panel.write('go', '');
  await each(wide, (tab) => expect(terminal(tab)).toContainText('over'));

  const sayOn = async (what: RegExp, rest: { open: () => void }, lead: Promise<Request>): Promise<void> => {
    const { 'last-event-id': after } = (await lead).headers();
    expect(after).toMatch(/^\w+\.\d+$/);
    rest.open();
    await each(tabs, (tab) => expect(entries(tab, /^Assistant/).last()).toContainText(what));
    expect(streams.size).toBe(1);
  };
  /** Takes it out of both: a tab that crashes does not say that its request is over. */
  const leader = (): Page => {
    const page = [...streams][0]!.frame().page();
    streams.clear();
    return tabs.splice(tabs.indexOf(page), 1)[0]!;
  };
  const nextStream = (): Promise<Request> => context.waitForEvent('request', isStream);

  await each(tabs, (tab) => expect(entries(tab, /^Assistant/).last()).toContainText('One,'));
  let next = nextStream();
  await leader().close();
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

  // awake again, it has all of it, and leaves the stream to the other.
  await debug.send('Runtime.terminateExecution');
  tabs.push(stuck);
  await each(tabs, async (tab) => {
    await expect(entries(tab, /^Assistant/).last()).toContainText('One, two, three, four.');
    await expect(agentStatus(tab)).toHaveText('idle');
    await expect(connection(tab)).toHaveText('live');
  });
});
