// Rows about the cost of the provider's cache, which pi's setting switches on.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { conversation, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const answers = (text: string, prompt: number, cached: number) => ({
  steps: [{ text }],
  usage: { prompt_tokens: prompt, completion_tokens: 10, cached_tokens: cached },
});
const notice = 'Cache miss: 60k tokens billed';

test.describe('with showCacheMissNotices', () => {
  test.use({ panelOptions: { settings: { showCacheMissNotices: true } } });

  test('a lost cache is said after the answer that paid for it, also after a reload', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    for (const [text, cached] of [
      ['First.', 50_000],
      ['Second.', 0],
    ] as const) {
      panel.model.queue([answers(text, 60_000, cached)]);
      await send(page, text);
      await expect(conversation(page)).toContainText(text);
      await expectIdle(page);
    }
    await expect(conversation(page).getByText(notice)).toHaveCount(1);
    await page.reload();
    await expect(conversation(page).getByText(notice)).toHaveCount(1);

    // Another program changes the setting, and pi reads it again.
    const file = path.join(panel.folders.agentDir, 'settings.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, showCacheMissNotices: false }));
    await send(page, '/reload');
    await expect(conversation(page).getByText(notice)).toHaveCount(0);
  });
});
