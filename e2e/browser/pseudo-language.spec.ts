// The page in a language that nobody speaks: each letter of its texts is a full-width one. A plain Latin letter is then
// a text that the page does not translate, or content of the user, of pi or of an extension.
import type { Page } from '@playwright/test';
import { PROMPT } from '../accessibility/agent-states.ts';
import { SERVER_KINDS } from '../../server/languages/server-table.ts';
import { ASKER, FILES, MARKDOWN, PI_ARGS, visitStates } from '../accessibility/states.ts';
import type { Say } from '../accessibility/words.ts';
import { commitAll, HAS_GIT, NO_GIT } from './git.ts';
import { expect, test } from './panel.ts';

test.use({ locale: 'zh-CN', panelOptions: { files: FILES, piArgs: PI_ARGS } });

const SERVERS = SERVER_KINDS.flatMap(({ id, program, languages }) => [id, program, ...languages]).join(' ');

/**
 * Programs, formats, keys and units; what pi calls its tools, levels, records and commands; language servers; what this
 * test writes.
 */
const KEPT = new Set(
  [
    'pi panel demo tour plain bash edit read write exit English VS Code Insiders Cursor Windsurf Zed Markdown HTML JSON',
    'JSONL MCP API URL TUI shell git npm Ctrl Cmd Alt Shift Enter Esc Tab Backspace ArrowUp ArrowDown PgUp PgDn Page Up Down kB MB ms min px',
    'off minimal low medium high response extension ask fail long slow error F6 F12 MiB dev com https http example',
    'do something begin faster more Working echo shown Demo UTC SIGKILL main End diff two Why Some work ruby compare',
  ]
    .join(' ')
    .concat(ASKER, MARKDOWN, PROMPT, JSON.stringify(FILES), SERVERS)
    .match(/[A-Za-z]{2,}/g),
);
/** These list what pi has: its providers, models, settings, packages and entries. */
const OF_PI =
  /^the settings, page [1-6]$|^the settings: a search$|^the models$|^completions$|^the palette: the tree of the session$/;

/**
 * A module that has the texts of the built one, each of them wide: `zh` of one, or those of zh-first.json, which are all
 * that it exports. `translateSentence` answers in Chinese.
 */
const wideModule = (name: string, dictionary: 'default' | 'zh'): string => `
  import * as real from './${name}?plain';
  const widen = (text) => text.replace(/##.*/s, '').replace(/\\{\\w+\\}|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : String.fromCharCode(found.charCodeAt(0) + 0xfee0));
  const { translateSentence } = real;
  const texts = Object.fromEntries(Object.keys(real.${dictionary}).map((text) => [text, widen(text)]));
  export { translateSentence, texts as ${dictionary} };
`;

/** A text as the page shows it, like `wideModule`. */
const wide: Say = (english, values = {}) =>
  english
    .replace(/##.*/, '')
    .replace(/\{(\w+)\}|[A-Za-z]/g, (found, name?: string) =>
      name === undefined ? String.fromCharCode(found.charCodeAt(0) + 0xfee0) : String(values[name] ?? found),
    );

/** Replaces the dictionaries where the page fetches them. Their parts (zh-settings) and those of Monaco (zh-cn) stay. */
async function speakWide(page: Page): Promise<Set<string>> {
  const replaced = new Set<string>();
  await page.route(/\/zh-(?:first-)?[\w-]{7}\.js$/, (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const dictionary = name.startsWith('zh-first-') ? 'default' : 'zh';
    replaced.add(dictionary);
    return route.fulfill({ contentType: 'text/javascript', body: wideModule(name, dictionary) });
  });
  return replaced;
}

/** Texts, names, tooltips and placeholders in which a Latin word is left. */
function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    (kept) => {
      const CONTENT =
        '.monaco-editor, .xterm, pre, code, kbd, script, style, [lang]:not(html), [data-region="log"] li';
      const found = new Set<string>();
      const check = (text: string | null, where: string): void => {
        // Paths, file names, options and identifiers are not words.
        const words = (text ?? '').replace(/\S*[/\\._~=@:$<>{}\d-]\S*/g, '').match(/[A-Za-z]{2,}/g) ?? [];
        if (words.some((word) => !kept.includes(word))) found.add(`${where}: ${text!.trim().slice(0, 120)}`);
      };
      const NAMES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'];
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        if (!element.checkVisibility() || element.closest(CONTENT)) continue;
        for (const name of NAMES) check(element.getAttribute(name), name);
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE) check(node.textContent, element.tagName.toLowerCase());
      }
      check(document.title, 'document');
      return [...found];
    },
    [...KEPT],
  );
}

test('no state of the page has a text that no dictionary has', async ({ page, panel }) => {
  test.skip(!HAS_GIT, NO_GIT);
  test.setTimeout(480_000);
  commitAll(panel);
  const left: string[] = [];
  let states = 0;
  const replaced = await speakWide(page);
  await page.goto(panel.url.href);
  await page.locator('[data-region="status"] [role="status"]').nth(1).waitFor();
  await visitStates({
    ...{ page, panel, model: panel.model, say: wide },
    onState: async (state) => {
      states += 1;
      if (OF_PI.test(state)) return;
      // Regions load independently, each with its own code and data.
      await expect(page.locator('[aria-busy="true"]:not(article)').filter({ visible: true })).toHaveCount(0);
      for (const text of await plainTexts(page)) left.push(`${state}, ${text}`);
    },
  });
  expect([...replaced]).toEqual(['default', 'zh']);
  expect(states).toBeGreaterThan(60);
  expect(left).toEqual([]);
});
