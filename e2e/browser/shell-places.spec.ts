// A shell in a folder of the tree, and the ports on which its programs listen.
import type { Page } from '@playwright/test';
import { button, open, openTerminal, region, send, terminal } from './page.ts';
import { expect, test } from './panel.ts';

test.skip(process.platform === 'win32', 'the programs are those of a Unix');
test.use({ panelOptions: { files: { 'web/a.txt': 'one\n' } } });

const shell = region('Shell');

async function run(page: Page, command: string): Promise<void> {
  await shell(page).getByRole('tabpanel').click();
  await page.keyboard.type(`${command}\n`);
}

test('a folder of the tree is opened in a shell, whose port is listed and stopped', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const folder = page.getByRole('tree', { name: 'Workspace' }).getByRole('treeitem', { name: /^web/ });
  await folder.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open in shell' }).click();
  await expect(shell(page).getByRole('tab')).toHaveCount(1);
  await run(page, 'clear; pwd; cat a.txt');
  await expect(shell(page)).toContainText('/web');
  await expect(shell(page)).toContainText('one');

  const server =
    "require('net').createServer().listen(0, '127.0.0.1', function () { console.log('on ' + this.address().port) })";
  await run(page, `${JSON.stringify(process.execPath)} -e ${JSON.stringify(server)}`);
  await expect(shell(page)).toContainText(/on \d+/);
  const [, port = ''] = /on (\d+)/.exec((await shell(page).textContent()) ?? '') ?? [];
  const listed = shell(page).getByRole('group', { name: `:${port}` });
  await expect(listed.getByRole('link', { name: `:${port}` })).toHaveAttribute(
    'href',
    `http://127.0.0.1:${port}`,
  );
  await button(listed, `Stop what listens on ${port}`).click();
  await expect(listed).toHaveCount(0);
});

test('the port of a server that one of pi’s commands left in the background is listed below its terminal', async ({
  page,
  panel,
}) => {
  await panel.write(
    'serve.js',
    "require('http').createServer((_q, s) => s.end('at your service')).listen(0, '127.0.0.1', function () { console.log('on ' + this.address().port) })",
  );
  await open(page, panel);
  await send(page, `!"${process.execPath}" serve.js > log & until test -s log; do sleep 0.1; done; cat log`);
  await openTerminal(page);
  await expect(terminal(page)).toContainText(/on \d+/);
  const port = (await panel.read('log')).trim().split(' ')[1]!;
  const link = terminal(page)
    .getByRole('group', { name: `:${port}` })
    .getByRole('link');
  await expect(link).toHaveAttribute('href', `http://127.0.0.1:${port}`);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('at your service');
});
