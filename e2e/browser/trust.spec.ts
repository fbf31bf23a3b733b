// Attacks with a real browser: what a foreign page, a crafted link or a workspace file can do to an open panel.
// e2e/siege tests single requests without a browser.
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { attack, startStranger } from './stranger.ts';
import { agentStatus, answers, composer, editor, expectIdle, open, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const RUNS = 'console.log("it ran in " + location.origin)';

async function onlyAgent(panel: RunningPanel): Promise<string> {
  const agents = await panel.agents();
  expect(agents).toHaveLength(1);
  return agents[0]!.id;
}

/** Every attack tries to create this file. */
async function expectNoEffect(panel: RunningPanel): Promise<void> {
  await onlyAgent(panel);
  await expect(access(path.join(panel.workspace, 'pwned'))).rejects.toThrow();
}

test('S-06, S-07, S-08, S-11, S-12: a page on another port of this machine can neither send nor read anything', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  const agent = await onlyAgent(panel);
  const stranger = await startStranger();
  for (const name of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${name}:${stranger.port}/`);
    const loot = await page.evaluate(attack, { origin: panel.origin, token: panel.token, agent });
    expect(loot).toEqual({
      simple: 'refused',
      typed: 'refused',
      read: 'refused',
      page: 'refused',
      image: 'refused',
      script: 'refused',
      form: 'sent',
      socket: 'refused',
      stream: 'refused',
    });
    const framed = await page.evaluate((origin) => {
      const frame = document.createElement('iframe');
      frame.id = 'panel';
      document.body.append(frame);
      return new Promise<void>((resolve) => {
        frame.onload = () => resolve();
        frame.src = `${origin}/`;
      });
    }, panel.origin);
    expect(framed).toBeUndefined();
    await expect(page.frameLocator('#panel').locator('#app')).toHaveCount(0);
  }
  await expectNoEffect(panel);
  expect(await context.cookies()).toEqual([]);
  expect(stranger.seen.filter(({ cookie, authorization }) => cookie ?? authorization)).toEqual([]);

  // It cannot access a window in which it opens the panel.
  const popup = context.waitForEvent('page');
  await page.evaluate((origin) => {
    Object.assign(window, { opened: window.open(`${origin}/`) });
  }, panel.origin);
  await expect(agentStatus(await popup)).toHaveText(/idle/);
  expect(await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)).toBe(true);
  await stranger.close();
});

test('S-02, S-03: a host name that was rebound to this machine is refused', async ({ panel }) => {
  const { args, ...browser } = await findBrowser();
  const rebound = await chromium.launch({
    ...browser,
    args: [...args, '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  });
  const page = await rebound.newPage();
  const evil = panel.origin.replace('127.0.0.1', 'evil.test');
  const answer = await page.goto(`${evil}/#t=${panel.token}`);
  expect(answer?.status()).toBe(403);
  expect(await answer?.text()).not.toContain('<script');
  const statuses = await page.evaluate(
    async ({ token, agent }) => {
      const authorization = `Bearer ${token}`;
      const read = await fetch('/api/agents', { headers: { authorization } });
      const write = await fetch(`/api/agents/${agent}/commands`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'bash', command: 'touch pwned' }),
      });
      return [read.status, write.status];
    },
    { token: panel.token, agent: await onlyAgent(panel) },
  );
  expect(statuses).toEqual([403, 403]);
  await expectNoEffect(panel);
  await rebound.close();
});

test('S-09, S-10, S-15, S-18, S-23: a crafted link sends nothing, contacts no other host and leaves no visible token', async ({
  page,
  panel,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const query = new URLSearchParams({
    ...{ prompt: 'rm -rf .', message: 'rm -rf .', autosend: '1', next: '//evil.test', token: 'x' },
    ...{
      url: 'http://evil.test',
      gatewayUrl: 'ws://evil.test',
      server: 'http://evil.test',
      api: '//evil.test',
    },
  });
  await page.goto(`${panel.origin}/?${query.toString()}#t=${panel.token}&prompt=rm`);
  await expectIdle(page);
  await expect(composer(page)).toHaveValue('');
  expect(page.url()).not.toContain(panel.token);
  expect(asked.filter((url) => !url.startsWith(`${panel.origin}/`) && !/^(blob|data):/.test(url))).toEqual(
    [],
  );
  expect(asked.filter((url) => url.split('#')[0]!.includes(panel.token))).toEqual([]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(panel.model.requests).toEqual([]);
});

test('S-48, S-49: a diagram and a formula link nowhere, and copying a code block yields what is shown', async ({
  page,
  panel,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const diagram =
    'graph TD; A-->B\n  click A href "javascript:alert(1)"\n  style B fill:url(https://x.test/)';
  const shell = 'ls\u200b -l \u0007# \u001b[8mhidden';
  const text = `\`\`\`mermaid\n${diagram}\n\`\`\`\n\n$$\\href{javascript:alert(1)}{x}$$\n\n\`\`\`sh\n${shell}\n\n\`\`\`\n`;
  panel.model.queue([{ steps: [{ text }] }]);
  await open(page, panel);
  await send(page, 'show me');
  const answer = answers(page).last();
  await expect(answer.getByLabel('Diagram')).toContainText('A');
  await expect(answer.locator('math mtext')).toHaveText('\\href');
  await expect(answer.locator('a, [href], svg foreignObject, iframe')).toHaveCount(0);
  const shown = await answer
    .locator('figure code')
    .last()
    .evaluate((code) => code.textContent);
  expect(shown).toContain('ls');
  await answer.getByRole('button', { name: 'Copy code' }).last().click();
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(shown.replace(/\n$/, ''));
  expect(copied.replace(/[\t\n]/g, '')).not.toMatch(/\p{Cc}/u);
  expect(copied).not.toMatch(/\n$/);
});

/** Short texts that would be drawn large. */
const LARGE: [title: string, text: string][] = [
  ['a rule of a formula', '$$\\rule{100000em}{100000em}$$'],
  ['a rule in a line', 'so $\\rule{100000em}{100000em}$ it is'],
  ['many lines of a formula', `$$\\begin{array}{c}${'x\\\\[20em]'.repeat(400)}\\end{array}$$`],
  [
    'many lines of a formula in a line',
    `so $\\begin{array}{c}${'x\\\\[20em]'.repeat(400)}\\end{array}$ it is`,
  ],
  ['space in a formula', `$${'\\vphantom{\\rule{0em}{100000em}}\\kern100000em '.repeat(50)}x$`],
  ['a raised part', `so $${'\\raisebox{20em}{'.repeat(50)}x${'}'.repeat(50)}$ it is`],
  ['a wide and long table', `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|\n'.repeat(2000)}`],
  ['a tall diagram', `\`\`\`mermaid\ngraph TD\n${chainOf(150)}\n\`\`\``],
];

function chainOf(count: number): string {
  return Array.from({ length: count }, (_, at) => `n${at} --> n${at + 1}`).join('\n');
}

test('S-48: no short text of an answer grows beyond measure, or draws over what is around it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  for (const [title, text] of LARGE) {
    panel.model.queue([{ steps: [{ text }] }]);
    await send(page, title);
    await expectIdle(page);
    const answer = answers(page).last();
    await expect(answer.locator('.katex, table, figure svg, p').first(), title).toBeVisible();
    // The table stays text, whose length is that of the answer.
    const limit = title.includes('table') ? 20_000 : 2000;
    await expect
      .poll(() => answer.evaluate((element) => element.scrollHeight), { message: title })
      .toBeLessThan(limit);
    const overflow = await answer
      .locator('css=.markdown')
      .or(answer.and(page.locator('.markdown')))
      .first()
      .evaluate((markdown) => getComputedStyle(markdown).overflow);
    expect(overflow, title).toBe('clip');
  }
});

test('S-45: an exported conversation shows what was said, and requests nothing when it is opened', async ({
  page,
  panel,
}) => {
  const images = '![a](https://outside.test/a.png) and <img src="https://outside.test/b.png">';
  panel.model.queue([{ steps: [{ text: `Said with pictures ${images}` }] }]);
  await open(page, panel);
  await send(page, 'draw');
  await expect(answers(page).last()).toContainText('Said with pictures');
  await expectIdle(page);
  const { download } = await panel.command<{ download: string }>({ type: 'export_html' });
  const exported = await panel.fetch(`agents/${await onlyAgent(panel)}/exports/${download}`);
  const file = path.join(panel.folders.root, 'exported.html');
  await writeFile(file, Buffer.from(await exported.arrayBuffer()));
  const reader = await page.context().newPage();
  const asked: string[] = [];
  // Requests that the policy stops do not get here.
  await reader.route(/^https?:/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await reader.goto(pathToFileURL(file).href);
  await expect(reader.locator('body')).toContainText('Said with pictures');
  await reader.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await reader.close();
});

test.describe('with files that would run in a browser', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload='${RUNS}'><script>${RUNS}</script></svg>`;
  test.use({
    panelOptions: {
      files: {
        'a.html': `<!doctype html><script>${RUNS}</script><img src=x onerror='${RUNS}'>`,
        'b.svg': svg,
        'c.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><script>${RUNS}</script></html>`,
        '.envrc': 'export A=1\n',
      },
    },
  });

  test('S-40, S-42, S-43: they are shown as text, and a file that other programs execute is saved only after a question', async ({
    page,
    panel,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await open(page, panel);
    for (const name of ['a.html', 'b.svg', 'c.xhtml']) {
      await page.getByRole('treeitem', { name, exact: true }).dblclick();
      await expect(page.locator('.monaco-editor .view-lines').last()).toContainText('it ran in');
    }
    expect(
      await page.evaluate((html) => {
        try {
          // eslint-disable-next-line no-restricted-syntax -- that it cannot be done is the claim
          document.body.insertAdjacentHTML('beforeend', html);
          return 'taken';
        } catch (error) {
          return (error as Error).name;
        }
      }, svg),
    ).toBe('TypeError');
    expect(said.filter((text) => text.startsWith('it ran in'))).toEqual([]);

    await page.getByRole('treeitem', { name: '.envrc', exact: true }).dblclick();
    const text = page.locator('.monaco-editor .view-lines').last();
    const type = async (words: string): Promise<void> => {
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(words);
      await page.keyboard.press('Control+s');
    };
    await expect(text).toBeVisible();
    await type('export B=2');
    const question = editor(page).getByRole('alert');
    await expect(question).toContainText('a tool runs it');
    expect(await panel.read('.envrc')).toBe('export A=1\n');
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(() => panel.read('.envrc')).toContain('export B=2');
    await expect(question).toHaveCount(0);
    await type('3');
    await expect.poll(() => panel.read('.envrc')).toContain('export B=23');
    await expect(question).toHaveCount(0);

    // The URL that the page reads the file from, opened as a page.
    const route = `${panel.origin}/api/agents/${await onlyAgent(panel)}/file?path=b.svg`;
    expect((await page.goto(route))?.status()).toBe(403);
  });
});
