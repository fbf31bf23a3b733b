// Hostile text in every field that pi, a file or an extension can fill: it is shown and does nothing.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { gate } from '../panel/scripted.ts';
import {
  answers,
  button,
  editor,
  entries,
  eventLog,
  expectIdle,
  notifications,
  open,
  openTerminal,
  openWork,
  palette,
  prompts,
  queue,
  send,
  sessionName,
  sessions,
  statusBar,
  terminal,
  widgetsAbove,
  widgetsBelow,
} from './page.ts';
import { expect, test } from './panel.ts';

const PAYLOADS = JSON.parse(readFileSync(new URL('payloads.json', import.meta.url), 'utf8')) as {
  name: string;
  text: string;
}[];
const ALL = PAYLOADS.map(({ text }) => text).join('\n\n');
/** One of the payloads, which shows that a field contains the text. */
const SIGN = '<img src=x onerror=canary=1>';
/** Only the payloads that are valid file names. */
const NAMES = PAYLOADS.map(({ text }) => text).filter((text) => !/[/\0]/.test(text) && text.length < 80);

const EXTENSION = `import { readFileSync } from 'node:fs';
const ALL = readFileSync('all.txt', 'utf8');
const SIGN = ${JSON.stringify(SIGN)};
export default function (pi) {
  const model = { id: SIGN, name: ALL, reasoning: false, input: ['text'], contextWindow: 128000, maxTokens: 32000 };
  pi.registerProvider(SIGN, {
    name: ALL, baseUrl: process.env.PI_PANEL_DEMO_URL, apiKey: 'demo', api: 'openai-completions',
    models: [{ ...model, cost: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } }],
  });
  pi.registerTool({
    name: 'strange', label: ALL, description: ALL, parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, onUpdate) => {
      onUpdate({ content: [{ type: 'text', text: ALL }], details: { [SIGN]: ALL } });
      return { content: [{ type: 'text', text: ALL }], details: { [SIGN]: ALL } };
    },
  });
  pi.registerCommand('strange-show', {
    description: ALL,
    handler: async (_args, { ui }) => {
      for (const kind of ['info', 'warning', 'error']) ui.notify(kind + ALL, kind);
      ui.setStatus(SIGN, SIGN + ALL);
      ui.setWidget(SIGN, [SIGN, ...ALL.split('\\n')]);
      ui.setWidget('below', [SIGN, ...ALL.split('\\n')], { placement: 'belowEditor' });
      ui.setTitle(SIGN + ALL);
      ui.setEditorText(ALL);
      pi.setSessionName(SIGN + ALL);
      pi.sendMessage({ customType: SIGN, content: ALL, display: true, details: { [SIGN]: ALL } });
      throw new Error(SIGN + ALL);
    },
  });
  pi.registerCommand('strange-ask', {
    description: SIGN,
    handler: async (_args, { ui }) => {
      await Promise.all([
        ui.select('select ' + ALL, [SIGN, ...ALL.split('\\n')]),
        ui.confirm('confirm ' + ALL, ALL),
        ui.input('input ' + ALL, ALL),
        ui.editor('editor ' + ALL, ALL),
      ]);
    },
  });
}
`;

/** pi reports its path when it fails. */
const FAILING = `export default function (pi) {
  pi.on('agent_end', () => { throw new Error(${JSON.stringify(SIGN)}); });
}
`;

test.use({
  panelOptions: {
    piArgs: ['-e', './strange.ts', '-e', `./${SIGN}.ts`],
    files: {
      'strange.ts': EXTENSION,
      [`${SIGN}.ts`]: FAILING,
      'all.txt': ALL,
      // With the NUL the editor would not treat them as text.
      ...Object.fromEntries(NAMES.map((name) => [name, ALL.replaceAll('\0', '')])),
    },
  },
});

test('S-43, S-44, S-45, S-46, S-47, S-53, S-56: hostile text in any field stays text, and nothing executes, loads or navigates', async ({
  page,
  panel,
}) => {
  test.slow();
  const deeds = await watch(page, panel.origin);
  await open(page, panel);

  const rest = gate();
  panel.model.queue([
    { steps: [{ think: ALL }, { text: ALL, chunk: 5 }, { tool: 'strange', args: { [SIGN]: ALL } }] },
    {
      steps: [
        {
          tool: 'bash',
          args: { command: `cat all.txt # ${ALL.replaceAll('\n', ' ').replaceAll('\0', '')}` },
        },
      ],
    },
    {
      steps: [
        { tool: SIGN, args: { path: ALL } },
        { tool: 'read', args: { path: NAMES[0] } },
      ],
    },
    { steps: [{ text: 'So far. ' }, { until: rest.until }, { text: ALL }] },
    { status: 400, body: { error: { message: ALL } } },
  ]);
  await send(page, ALL);
  await expect(answers(page).last()).toContainText('So far.');
  await panel.command({ type: 'follow_up', message: ALL });
  await expect(queue(page)).toContainText(SIGN);
  await expectHarmless(page, deeds);
  rest.open();
  await expectIdle(page);

  await panel.command({ type: 'set_model', provider: SIGN, modelId: SIGN });
  await panel.command({ type: 'prompt', message: '/strange-show' });
  await expectElsewhere(page);
  await expectHarmless(page, deeds);
  const asked = panel.command({ type: 'prompt', message: '/strange-ask' });
  await expect(page.getByRole('dialog')).toHaveCount(4);
  await expectAllShown(page);
  await expectHarmless(page, deeds);

  // Once more from the snapshot and the session file.
  await page.reload();
  await expect(page.getByRole('dialog')).toHaveCount(4);
  await expectAllShown(page);
  await expectHarmless(page, deeds);
  for (const dialog of await page.getByRole('dialog').all()) {
    for (const escape of ['rm -rf ~ # \\u202etxt.eton', '\\u001b[31mred', '\\u009b31m'])
      await expect(dialog).toContainText(escape);
  }
  for (const kind of ['select', 'confirm', 'input', 'editor'])
    await page
      .getByRole('dialog', { name: new RegExp(`^${kind}`) })
      .getByRole('button', { name: 'Cancel' })
      .click();
  await asked;
});

/** Opens everything that is collapsed and expects the sign in each place. */
async function expectAllShown(page: Page): Promise<void> {
  const places: Locator[] = [
    prompts(page).first(),
    answers(page).first(),
    // The error of the provider.
    answers(page).last(),
    entries(page, /^Tool strange/),
    entries(page, /^Tool bash/),
    entries(page, `Tool ${SIGN}`),
    page.getByRole('article', { name: SIGN, exact: true }),
    widgetsAbove(page),
    widgetsBelow(page),
    statusBar(page),
    page.getByRole('tree', { name: 'Workspace' }),
    page.getByRole('button', { name: /^Model:/ }),
    ...(await page.getByRole('dialog').all()),
  ];
  // Not with the pointer, because toasts and dialogs cover some of them. Opening the work reveals the tool calls.
  await openWork(page);
  // More than once, because the page draws the rows far from the end after those in sight.
  await expect(async () => {
    await page
      .getByRole('log')
      .locator('[aria-expanded="false"]')
      .evaluateAll((folds) => folds.forEach((fold) => (fold as HTMLElement).click()));
    for (const place of places) await expect(place).toContainText(SIGN, { timeout: 2000 });
  }).toPass();
  await expect(page).toHaveTitle(new RegExp(SIGN));
  await expect(sessionName(page)).toHaveValue(new RegExp(SIGN));
}

/** In what the user opens on demand. */
async function expectElsewhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: /notifications/i }).click();
  const notices = notifications(page).getByRole('listitem');
  await expect(notices.filter({ hasText: `${SIGN}.ts failed in agent_end: ${SIGN}` })).not.toHaveCount(0);
  await expect(notices.filter({ hasText: `/strange-show failed: ${SIGN}` })).toHaveCount(1);
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+Shift+M');
  const models = page.getByRole('listbox', { name: 'Model' }).getByRole('option');
  await expect(models.filter({ hasText: SIGN })).toHaveCount(1);
  await page.keyboard.press('Escape');

  for (const wanted of ['/strange-show', SIGN]) {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type(wanted);
    const found = palette(page).getByRole('option');
    await expect(found.filter({ hasText: SIGN })).not.toHaveCount(0);
    expect(await controlsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }

  await page.getByRole('treeitem', { name: SIGN, exact: true }).dblclick();
  await expect(editor(page).getByRole('tablist', { name: 'Open files' })).toContainText(SIGN);
  await expect(editor(page).locator('.view-lines')).toContainText(/canary=1/);

  await button(page, 'Sessions').click();
  await expect(sessions(page).getByRole('listitem')).toContainText(SIGN);
  expect(await controlsOn(page)).toEqual([]);
  await button(page, 'Files').click();

  await openTerminal(page);
  const runs = terminal(page).getByRole('tab');
  await expect(runs.last()).toContainText('cat all.txt');

  await page.keyboard.press('Alt+L');
  const log = eventLog(page);
  await log.getByRole('searchbox', { name: 'Filter by text' }).fill(SIGN);
  await log.getByRole('listitem').first().getByRole('button').first().click();
  await expect(log.getByLabel(/^Record \d+$/)).toContainText(SIGN);
  expect(await controlsOn(page)).toEqual([]);
  await page.keyboard.press('Alt+L');
}

interface Deeds {
  requests: string[];
  navigations: string[];
  complaints: string[];
}

/** Records everything that text must not make the page do. */
async function watch(page: Page, origin: string): Promise<Deeds> {
  const deeds: Deeds = { requests: [], navigations: [], complaints: [] };
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) deeds.requests.push(url);
  });
  page.on('framenavigated', (frame) => {
    if (frame.url().split(/[?#]/)[0] !== `${origin}/`) deeds.navigations.push(frame.url());
  });
  page.on('popup', (popup) => deeds.navigations.push(popup.url()));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => deeds.complaints.push(dialog.message())));
  page.on('console', (message) => {
    if (message.type() === 'error') deeds.complaints.push(message.text());
  });
  page.on('pageerror', (error) => deeds.complaints.push(error.message));
  return deeds;
}

async function expectHarmless(page: Page, deeds: Deeds): Promise<void> {
  expect(deeds).toEqual({ requests: [], navigations: [], complaints: [] });
  expect(page.frames()).toHaveLength(1);
  expect(await page.evaluate(() => 'canary' in globalThis)).toBe(false);
  expect(await controlsOn(page)).toEqual([]);
}

/** Control characters outside terminals and editors, each with its element. */
function controlsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      if (!parentElement || parentElement.closest('.monaco-editor, .xterm')) continue;
      // eslint-disable-next-line no-control-regex -- these are what is looked for
      const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.exec(data);
      if (!control) continue;
      const path: string[] = [];
      for (let at: Element | null = parentElement; at && path.length < 4; at = at.parentElement)
        path.unshift(`${at.localName}.${at.classList[0] ?? ''}`);
      found.add(
        `${path.join(' ')}: ${JSON.stringify(data.slice(Math.max(0, control.index - 20), control.index + 20))}`,
      );
    }
    return [...found];
  });
}
