// The page tells the truth about what extensions did: the clipboard, the end of pi, and broken packages.
import { agents, button, notifications, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const ACTS = `
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command('copy', async (text) => void process.stdout.write('\\u001b]52;c;' + Buffer.from(text).toString('base64') + '\\u0007'));
  command('bye', async (_args, ctx) => ctx.shutdown());
}
`;

test.describe('an extension', () => {
  test.use({ panelOptions: { piArgs: ['-e', './acts.ts'], files: { 'acts.ts': ACTS } } });

  test('copies a text into the clipboard of the browser, and the page says so', async ({ page, panel }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, panel);
    await send(page, '/copy für dich');
    await expect(notifications(page)).toContainText('An extension copied 8 characters to your clipboard.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('für dich');
  });

  test('has not copied what the browser refuses, and a button copies it', async ({ page, panel }) => {
    await page.addInitScript(() => {
      const copied: string[] = [];
      Object.assign(globalThis, { copied, refuses: true });
      navigator.clipboard.writeText = (text) =>
        (globalThis as { refuses?: boolean }).refuses
          ? Promise.reject(new Error('refused'))
          : Promise.resolve(void copied.push(text));
    });
    await open(page, panel);
    await send(page, '/copy a text');
    await expect(notifications(page)).toContainText('An extension wants to copy a text.');
    await expect(notifications(page)).not.toContainText('to your clipboard');
    await page.evaluate(() => Object.assign(globalThis, { refuses: false }));
    await button(notifications(page), 'Copy').click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as { copied?: string[] }).copied))
      .toEqual(['a text']);
  });

  test('ends pi in an orderly way without reporting a failure', async ({ page, panel }) => {
    await open(page, panel);
    await send(page, '/bye');
    await expect(page.getByRole('alert').filter({ hasText: 'The agent ended on its own.' })).toBeVisible();
    await button(page.getByRole('group', { name: 'Panels' }), 'Agents').click();
    await expect(agents(page).getByRole('listitem').first()).toBeVisible();
    await expect(agents(page)).not.toContainText('failed');
  });
});

test.describe('a package that lacks a module', () => {
  test.use({
    panelOptions: {
      files: {
        '.pi/settings.json': JSON.stringify({ packages: ['../tools'] }),
        'tools/package.json': JSON.stringify({ name: 'tools', pi: { extensions: ['./index.ts'] } }),
        'tools/index.ts': `import 'a-module-that-nobody-installed';\nexport default function () {}\n`,
      },
      piArgs: ['--approve'],
    },
  });

  test('is named, and can be switched off', async ({ page, panel }) => {
    await page.goto(panel.url.href);
    const alert = page.getByRole('alert').filter({ hasText: 'a-module-that-nobody-installed' });
    await expect(alert).toContainText('needs the module');
    await expect(alert).not.toContainText('installation is not complete');
    await alert.getByRole('button', { name: /^Switch off .*tools and restart$/ }).click();
    await expect(alert).toHaveCount(0);
  });
});
