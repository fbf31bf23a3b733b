// The page through real proxies, its prefix kept or stripped: live, after a reload, and when a connection is cut.
import { Door } from '../panel/door.ts';
import { PROXIES, startProxy, whyNot } from '../panel/proxies.ts';
import { gate } from '../panel/scripted.ts';
import { answers, converse, expectIdle, expectLive, send } from './page.ts';
import { expect, test as base } from './panel.ts';

const test = base.extend<{ door: Door }>({
  // eslint-disable-next-line no-empty-pattern
  door: async ({}, use) => {
    const door = new Door();
    await door.open();
    await use(door);
    await door.close();
  },
  panelOptions: async ({ door }, use) => {
    const address = `localhost:${door.port}`;
    await use({ args: ['--behind-proxy', '--base-path', '/panel', '--allowed-host', address] });
  },
});
// The certificate of the tests is signed by nobody.
test.use({ ignoreHTTPSErrors: true });

for (const kind of Object.values(PROXIES)) {
  const missing = await whyNot(kind);
  test.describe(kind.program, () => {
    test.skip(missing !== false, missing || '');
    test('whether the prefix is kept or stripped, the page recovers from a cut connection and a reload', async ({
      page,
      panel,
      door,
    }) => {
      const proxy = await startProxy(kind, panel.folders.root, panel.port);
      door.target = proxy.socketPath;
      for (const prefix of ['panel', 'stripped']) {
        const held = gate();
        const steps = [
          { text: `By ${prefix}: one half, ` },
          { until: held.until },
          { text: 'and the other.' },
        ];
        panel.model.queue([{ steps }]);
        await page.goto(`https://localhost:${door.port}/${prefix}/#t=${panel.token}`);
        await expectLive(page);
        await send(page, 'Go.');
        await expect(answers(page).last()).toContainText(`By ${prefix}: one half,`);
        door.cut();
        held.open();
        const whole = `By ${prefix}: one half, and the other.`;
        await expect(answers(page).last()).toContainText(whole);
        await expectIdle(page);
        await page.reload();
        await expectLive(page);
        await expect(answers(page).last()).toContainText(whole);
        await converse(page, panel, ['Once more.', `After the reload of ${prefix}.`]);
      }
      await proxy.close();
    });
  });
}
