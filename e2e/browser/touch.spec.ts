// A phone under a finger: what can be tapped is large enough, wherever it is drawn.
import type { Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { composer, conversation, expectIdle, open, prompts, showTab } from './page.ts';
import { expect, test } from './panel.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

/** The smallest size in px: 44 around the center, minus what neighbors with a gap of 4 px share. */
const LEAST = 39;

/**
 * Returns the controls in sight that a finger can only reach on less than `LEAST` px, with that size. Those within a
 * line of text are left out, as in WCAG 2.2 (2.5.8).
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'button, input, textarea, select, summary, [role=tab], [role=option], [role=treeitem]';
    /** How far from this point, in one direction, a tap still reaches the control. */
    const reach = (control: Element, from: [number, number], [dx, dy]: [number, number]): number => {
      for (let far = 1; far <= 22; far++) {
        const hit = document.elementFromPoint(from[0] + dx * far, from[1] + dy * far);
        // Beyond the edge of the screen nothing else can be meant.
        if (hit && !control.contains(hit) && !control.closest('label, form')?.contains(hit)) return far - 1;
      }
      return 22;
    };
    return [...document.querySelectorAll(controls)].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const center: [number, number] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(...center);
      const isInLine = getComputedStyle(control).display === 'inline';
      if (width === 0 || isInLine || !hit || !control.contains(hit)) return [];
      const [wide, high] = [
        reach(control, center, [-1, 0]) + reach(control, center, [1, 0]),
        reach(control, center, [0, -1]) + reach(control, center, [0, 1]),
      ];
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return wide < least || high < least ? [`${name.trim().slice(0, 40)}: ${wide} x ${high} px`] : [];
    });
  }, LEAST);
}

test('menus and lists that open from the composer fit on the screen', async ({ page, panel }) => {
  await open(page, panel);
  for (const name of [/^Model: /, /^Thinking: /, 'Context and cost']) {
    await composer(page).tap();
    await page.getByRole('button', { name }).tap();
    const popover = page.locator('[popover]:popover-open');
    await expect(popover.getByRole('option').or(popover.getByRole('button')).first()).toBeVisible();
    const { x, width } = (await popover.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(4);
    expect(x + width).toBeLessThanOrEqual(375 - 4);
    await page.keyboard.press('Escape');
  }
});

test('a finger reaches every control of a phone, in every region', async ({ page, panel }) => {
  await open(page, panel);
  await expect(composer(page)).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  panel.model.queue([
    {
      steps: [
        { text: 'I look, write and run.' },
        { tool: 'write', args: { path: 'src/b.ts', content: 'export const b = 2;\n' } },
        { tool: 'bash', args: { command: 'echo "no such test"; exit 3' } },
      ],
    },
    says('Done.\n\n```ts\nconst a = 1;\n```'),
  ]);
  // Enter begins a new line on a phone, whose keyboard has no Shift+Enter.
  await composer(page).pressSequentially('Go\non.');
  await expect(composer(page)).toHaveValue('Go\non.');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(prompts(page)).toContainText('on.');
  await expectIdle(page);
  expect(await smallTargets(page)).toEqual([]);
  for (const name of ['Agents', 'Files', 'Changes', 'Terminal', 'Sessions']) {
    await showTab(page, name);
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    expect(await smallTargets(page), name).toEqual([]);
  }
});

test('a wide table scrolls sideways on a phone, and no row grows because of a column that is out of sight', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const meaning = 'How many requests each client may send until the window ends, and the next one begins.';
  panel.model.queue([
    says(
      `| Option | Type | Default | Meaning |\n| - | - | - | - |\n| \`limit\` | number | 60 | ${meaning} |`,
    ),
  ]);
  await composer(page).fill('what are the options?');
  await page.getByRole('button', { name: 'Send' }).tap();
  const row = conversation(page).getByRole('row', { name: 'limit' });
  await expect(row).toBeVisible();
  expect((await row.boundingBox())!.height).toBeLessThan(130);
  const table = conversation(page).getByRole('group', { name: 'Table' });
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(100);
});
