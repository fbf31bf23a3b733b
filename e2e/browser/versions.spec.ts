// One long conversation in a real browser on every installed version of pi. The page shows the same at its end, after a
// reload and after a restart of the panel, and it matches pi's session file.
import type { Page } from '@playwright/test';
import { compareVersions, installedPis, TESTED_VERSIONS } from '../../scripts/pi-versions.ts';
import { readShownRows, parseStoredRows } from './transcript.ts';
import { gate, says } from '../panel/scripted.ts';
import {
  button,
  composer,
  conversation,
  entries,
  expectIdle,
  expectLive,
  open,
  queue,
  send,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const OVERLOADED = { status: 529, body: { error: { type: 'overloaded_error', message: 'Overloaded' } } };
const settings = {
  compaction: { enabled: true, reserveTokens: 16384, keepRecentTokens: 50 },
  // Up to 0.73.1 the provider's own client retries twice unseen.
  retry: { enabled: true, maxRetries: 3, baseDelayMs: 50, provider: { maxRetries: 0 } },
};

const own = { version: 'of the panel itself', args: [] as string[] };
const there = await installedPis();
const others = TESTED_VERSIONS.map((version) => ({
  version,
  command: there.find((pi) => pi.version === version)?.command,
})).sort((a, b) => compareVersions(a.version, b.version));

for (const { version, args } of [
  own,
  ...others.map(({ version, command }) => ({ version, args: command ? ['--agent', command] : null })),
]) {
  test.describe(`pi ${version}`, () => {
    test.use({ panelOptions: { args: args ?? [], settings, files: { 'a.txt': 'one\n' } } });
    test.skip(!args, 'is not here: `npm run versions` fetches it');

    test('the page matches the session file, also after a reload and a restart', async ({ page, panel }) => {
      // A whole conversation, after which everything on the page is opened three times.
      test.slow();
      await open(page, panel);
      await workWithTools(page, panel);
      await retry(page, panel);
      await compact(page, panel);
      await stop(page, panel);

      const shown = await readShownRows(page);
      const stored = parseStoredRows(await panel.sessionText());
      expect(shown.map(({ name }) => name)).toEqual(stored.map(({ name }) => name));
      for (const [at, { name, parts }] of stored.entries()) {
        let rest = shown[at]!.text;
        for (const part of parts) {
          expect(rest, `${name}: ${part}`).toContain(part);
          rest = rest.slice(rest.indexOf(part) + part.length);
        }
      }
      await page.reload();
      await expectLive(page);
      // The recorded changes, which add a button to a row, arrive after the rows.
      await expect.poll(() => readShownRows(page)).toEqual(shown);
      await panel.kill();
      await panel.start();
      await page.reload();
      await expectIdle(page);
      await expectLive(page);
      await expect(entries(page, 'You')).toHaveCount(stored.filter(({ name }) => name === 'You').length);
      await expect.poll(() => readShownRows(page)).toEqual(shown);
    });
  });
}

/** Thinking, text, bash, an edit, a steer during the run and a follow-up after it. */
async function workWithTools(page: Page, panel: RunningPanel): Promise<void> {
  const hold = gate();
  const edits = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] };
  panel.model.queue([
    {
      steps: [
        { think: 'Let me see.' },
        { text: 'I **look** at `a.txt`.' },
        { until: hold.until },
        { tool: 'bash', args: { command: 'cat a.txt; ls nowhere' } },
      ],
    },
    { steps: [{ text: 'I change it.' }, { tool: 'edit', args: edits }] },
    says('Changed.'),
    { steps: [{ think: 'More.' }, { text: 'Followed up.' }] },
  ]);
  await send(page, 'Work');
  await expect(conversation(page)).toContainText('look');
  await send(page, 'Faster');
  await expect(queue(page)).toContainText('Faster');
  await composer(page).fill('And then');
  await composer(page).press('Alt+Enter');
  await expect(queue(page)).toContainText('And then');
  hold.open();
  await answered(page, 'Followed up.');
  expect(await panel.read('a.txt')).toBe('two\n');
}

async function retry(page: Page, panel: RunningPanel): Promise<void> {
  panel.model.queue([OVERLOADED, { steps: [{ text: 'half' }, { cut: true }] }, says('Whole.')]);
  await send(page, 'Again');
  await answered(page, 'Whole.');
}

async function compact(page: Page, panel: RunningPanel): Promise<void> {
  panel.model.queue([1, 2].map(() => says('What was said.')));
  await send(page, '/compact');
  await expect(entries(page, 'Summary')).toHaveCount(1);
  await expectIdle(page);
  panel.model.unqueue();
}

async function stop(page: Page, panel: RunningPanel): Promise<void> {
  panel.model.queue([{ steps: [{ text: 'Interrupted' }, { hang: true }] }]);
  await send(page, 'Stop me');
  await expect(conversation(page)).toContainText('Interrupted');
  await button(page, 'Stop').click();
  await expectIdle(page);
  await expect(entries(page, 'Assistant').last()).toContainText('Stopped');
}

async function answered(page: Page, answer: string): Promise<void> {
  await expect(entries(page, 'Assistant').last()).toContainText(answer);
  await expectIdle(page);
}
