import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sectionsOf, TOPICS } from './topics.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(ROOT + file, 'utf8');
const english = sectionsOf(read('docs/help.md'));

/** The structure of a section: its items, names in code, and headings. */
const shapeOf = (text: string): string[] =>
  [...text.matchAll(/^- \*\*|`[^`]+`/gm)].map(([part]) => part).sort();

for (const name of ['docs/help.zh-CN.md', 'docs/help.ja.md'])
  test(`${name} has the sections, items and names in code of the English help`, () => {
    const translated = sectionsOf(read(name));
    for (const topic of TOPICS)
      assert.deepEqual(shapeOf(translated[topic].text), shapeOf(english[topic].text), topic);
  });

/**
 * Their errors concern something that the user just entered or asked the browser to do, and say what to do. The alert of
 * CoveredDialogs is about a question.
 */
const EXPLAINS_ITSELF = new Set([
  'web/frames/PreviewBar.svelte',
  'web/chat/composer/FolderGone.svelte',
  'web/chat/transcript/SessionProblem.svelte',
  'web/dialogs/CoveredDialogs.svelte',
  'web/editor/tree/NameField.svelte',
  'web/palette/ShowText.svelte',
  'web/settings/keys/KeyRow.svelte',
  'web/settings/mcp/NewMcpServer.svelte',
  'web/settings/models/ModelScope.svelte',
  'web/ui/find/FindSteps.svelte',
]);
/**
 * Errors that appear when the help cannot be fetched, in rooms that may not import the help or belong to the first load,
 * or about an earlier failure.
 */
const WITHOUT_HELP = new Set([
  'web/shell/notices/Unreachable.svelte',
  'web/ui/progress/LazyRegion.svelte',
  'web/ui/lists/PickerList.svelte',
  'web/chat/composer/DraftStatus.svelte',
  'web/sessions/StoredRow.svelte',
  'web/shell/frame/StatusRest.svelte',
  'web/chat/transcript/entries/WorkGroup.svelte',
  'web/chat/tools/SubagentRow.svelte',
]);

test('each error of the page links to the help or says what to do', () => {
  const without = globSync('web/**/*.svelte', { cwd: ROOT }).filter(
    (file) =>
      /role="alert"|class="(?:failure|failed|error)"/.test(read(file)) &&
      !/<(?:HelpButton|RestartAgent)\b/.test(read(file)) &&
      !EXPLAINS_ITSELF.has(file) &&
      !WITHOUT_HELP.has(file),
  );
  assert.deepEqual(without, []);
});
