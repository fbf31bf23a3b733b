// In Chinese, nothing that the page itself says is left in English: visible text, names, tooltips and placeholders.
import type { Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { expect, test } from './panel.ts';

test.use({ locale: 'zh-CN', panelOptions: { files: { 'app.ts': 'export const answer = 41;\n' } } });

/** Names of programs, formats, keys, commands and models, what extensions say of their commands, and this test. */
const KEPT =
  /\b(Manage llama\.cpp router models|Open one dialog of each kind, one after the other|Show notices, status, widgets, a title, and a draft|pi|pi-panel|bash|edit|read|write|demo|tour|plain|project|exit|English|VS Code|Insiders|Cursor|Windsurf|Zed|Markdown|HTML|JSONL?|MCP|API|URL|TUI|shell|git|npm|Ctrl|Cmd|Alt|Shift|Enter|Esc|Tab|Backspace|[kMG]?B|ms|min|px|tokens?)\b/gi;
/** pi's thinking levels, records and kinds of slash commands, and the scripts of the demo model. */
const WORDS_OF_PI = [
  ...['off', 'minimal', 'low', 'medium', 'high', 'response', 'extension'],
  ...['ask', 'fail', 'long', 'slow', 'error'],
];

/** Texts with Latin words and without a Han character, each with its state of the page. Not in code, terminals and messages. */
function englishOf(page: Page): Promise<string[]> {
  return page.evaluate(
    ([kept, ofPi]) => {
      const OTHERS =
        '.monaco-editor, .xterm, pre, code, kbd, [data-key], [role="article"], article, textarea, option, script, style, [lang]:not(html), .mono, time';
      const found = new Set<string>();
      const keptWords = new RegExp(kept, 'gi');
      const check = (text: string | null, where: string): void => {
        const words = (text ?? '').trim();
        if (/\p{Script=Han}/u.test(words) || ofPi.includes(words) || words.startsWith('{')) return;
        // Paths, file names, commands and options are not words.
        const own = words.replace(keptWords, '').replace(/\S*[/\\._~=@:$<>-]\S*|\S*\d\S*/g, '');
        if (/[A-Za-z]{2,}/.test(own)) found.add(`${where}: ${words.slice(0, 120)}`);
      };
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        if (!element.checkVisibility() || element.closest(OTHERS)) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'data-tip', 'aria-description'])
          if (element.hasAttribute(name)) check(element.getAttribute(name), name);
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE) check(node.textContent, element.tagName.toLowerCase());
      }
      check(document.title, 'document');
      return [...found];
    },
    [KEPT.source, WORDS_OF_PI] as const,
  );
}

test('no state of the page says anything in English', async ({ page, panel }) => {
  test.setTimeout(120_000);
  const left: string[] = [];
  const look = async (state: string): Promise<void> => {
    // Regions arrive by themselves, with their own code and data.
    await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
    for (const text of await englishOf(page)) left.push(`${state}, ${text}`);
  };
  panel.model.queue([
    calls('bash', { command: 'echo 完成' }),
    calls('edit', { path: 'app.ts', edits: [{ oldText: '41', newText: '42' }] }),
    calls('bash', { command: 'exit 3' }),
    says('完成了。'),
  ]);
  await page.goto(panel.url.href);
  const composer = page.locator('textarea').first();
  await composer.fill('开始');
  await expect(page.getByRole('region', { name: '建议' }).getByRole('button').first()).toBeVisible();
  await look('start');
  await composer.press('Enter');
  await expect(page.getByText('完成了。')).toBeVisible();
  await look('conversation');
  for (const [state, keys] of [
    ['agents', 'Alt+A'],
    ['new agent', 'Alt+N'],
    ['files', 'Control+Shift+E'],
    ['search', 'Control+Shift+F'],
    ['changes', 'Control+Shift+G'],
    ['sessions', 'Alt+S'],
    ['terminal', 'Control+J'],
    ['event log', 'Alt+L'],
    ['review', 'Alt+R'],
  ] as const) {
    await page.keyboard.press(keys);
    await look(state);
  }
  await page.keyboard.press('Alt+R');
  for (const keys of ['Control+K', 'Control+P', 'Control+Shift+P']) {
    await page.keyboard.press(keys);
    await expect(page.locator('dialog[open] [role="combobox"]')).toBeFocused();
    await look(`palette ${keys}`);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+,');
  const tabs = page.locator('dialog[open] [role="tab"]');
  await expect(tabs).not.toHaveCount(0);
  for (let at = 0; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    // Providers, models and settings have pi's names and descriptions.
    if (at > 2) await look(`settings ${at}`);
  }
  expect(left).toEqual([]);
});
