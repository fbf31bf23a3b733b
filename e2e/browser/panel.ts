// The fixture of the browser tests: a panel with the real pi, a workspace, and a model that the test scripts from this
// process. Each test gets a panel as after its start.
import { expect, test as base, type BrowserContext } from '@playwright/test';
import { KeptPanels } from './kept-panels.ts';
import { endPanel, RunningPanel, type RunningPanelOptions } from './running-panel.ts';

export const test = base.extend<
  { panelOptions: RunningPanelOptions; panel: RunningPanel },
  { keptPanels: KeptPanels }
>({
  panelOptions: [{}, { option: true }],
  keptPanels: [
    // Playwright requires a destructuring pattern even without fixtures.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const kept = new KeptPanels();
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  panel: async ({ panelOptions, context, keptPanels, browserName }, use, info) => {
    const panel = await keptPanels.take(panelOptions);
    if (browserName === 'firefox') await keepFramePolicy(context);
    await use(panel);
    const hasFailed = info.status !== info.expectedStatus;
    if (hasFailed) await info.attach('panel output', { body: panel.output });
    // A page may repeat requests now, which must reach neither the panel nor a handler of this test.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    if (hasFailed) await endPanel(panel);
    else await keptPanels.giveBack(panel, panelOptions);
  },
});

/**
 * Leaves of the page's content security policy only which frames it may show: under the rest, Playwright cannot evaluate
 * its own code in Firefox. The whole policy is tested in Chromium.
 */
async function keepFramePolicy(context: BrowserContext): Promise<void> {
  await context.route(
    ({ hostname, pathname }) => pathname === '/' && !hostname.endsWith('.localhost'),
    async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': policy = '', ...headers } = response.headers();
      const frames = policy.split(';').find((part) => part.trim().startsWith('frame-src')) ?? '';
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': frames.trim() } });
    },
  );
}

export { expect, RunningPanel };
