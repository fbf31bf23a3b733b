// Input methods: a composition in any field of the page loses and sends nothing, and its keys belong to it.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { signInExtension } from '../panel/authorization-server.ts';
import { calls, gate, says } from '../panel/scripted.ts';
import { FIELD_NAMES, InputMethod } from './compositions.ts';
import { commitAll, HAS_GIT, NO_GIT } from './git.ts';
import {
  agents,
  answers,
  button,
  composer,
  conversation,
  converse,
  editor,
  eventLog,
  expectIdle,
  files,
  notifications,
  open,
  openTerminal,
  palette,
  queued,
  review,
  search,
  send,
  sessionName,
  sessions,
  settings,
  showEventLog,
  terminal,
} from './page.ts';
import { expect, test } from './panel.ts';

const ASKER = `export default function (pi) {
  const models = Array.from({ length: 8 }, (_, n) => ({
    ...{ id: 'lab-' + n, name: 'Lab ' + n, contextWindow: 1000, maxTokens: 100, input: ['text'], reasoning: false },
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  }));
  pi.registerProvider('lab', { baseUrl: 'http://127.0.0.1:9', apiKey: 'key', api: 'openai-completions', models });
  const command = (name, handler) => pi.registerCommand(name, {
    description: name,
    handler: async (args, ctx) => ctx.ui.notify('answer: ' + (await handler(ctx))),
  });
  command('name', (ctx) => ctx.ui.input('Branch name'));
  command('many', (ctx) => ctx.ui.select('Which file?', Array.from({ length: 30 }, (_, n) => 'file-' + n)));
  command('notes', (ctx) => ctx.ui.editor('Release notes', ''));
  command('long', (ctx) => ctx.ui.editor('All releases', 'a release\\n'.repeat(30)));
  command('draw', (ctx) => ctx.ui.custom((tui, theme, keys, done) => {
    let typed = '';
    return {
      render: () => ['typed: ' + typed],
      invalidate: () => {},
      handleInput: (data) => {
        if (data === 'q') return done(typed);
        typed += data;
        tui.requestRender();
      },
    };
  }));
}
`;

test.use({
  panelOptions: {
    piArgs: ['-e', './asker.ts', '-e', './sign-in.ts'],
    files: { 'asker.ts': ASKER, 'sign-in.ts': signInExtension('http://127.0.0.1:9'), 'a.txt': 'one\ntwo\n' },
  },
});

const field = (where: Page | Locator, name: string | RegExp): Locator =>
  where
    .getByRole('textbox', { name, exact: true })
    .or(where.getByRole('searchbox', { name, exact: true }))
    .or(where.getByRole('combobox', { name, exact: true }));

/** Runs an action from the palette. */
async function runAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await field(palette(page), 'Commands').fill(name);
  await palette(page).getByRole('option', { name }).first().click();
}

test('a composition in a field of the conversation loses and sends nothing', async ({ page, panel }) => {
  await open(page, panel);
  const ime = await InputMethod.of(page);
  await ime.composeIn('web/chat/composer/ComposerField.svelte', composer(page));
  await ime.composeIn('web/shell/agent/SessionName.svelte', sessionName(page));
  await sessionName(page).press('Escape');
  await converse(page, panel, ['a question', 'An answer.']);

  await page.keyboard.press('ControlOrMeta+f');
  await ime.composeIn('web/chat/find/FindBar.svelte', field(page, 'Find in conversation'));
  await page.keyboard.press('Escape');
  await button(answers(page).last(), 'Comment on answer').click();
  await ime.composeIn('web/ui/controls/CommentForm.svelte', answers(page).last().getByRole('textbox'));
  await page.keyboard.press('Escape');
  await button(page, 'Context and cost').click();
  await ime.composeIn('web/chat/controls/ContextDetails.svelte', field(page, /^Compact/));
  await page.keyboard.press('Escape');
  await expect(button(page, 'Context and cost')).toBeFocused();
  await page.getByRole('button', { name: /^Model: / }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await ime.composeIn('web/ui/lists/PickerList.svelte', field(page, 'Filter model'));
  await page.keyboard.press('Escape');

  await page.keyboard.press('Alt+Q');
  await ime.composeIn('web/side/SideQuestion.svelte', field(page, 'Your side question'));
  await page.keyboard.press('Escape');

  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+g');
  const draft = page.getByRole('dialog', { name: 'Edit the message' });
  await expect(draft.locator('.monaco-editor')).toBeVisible();
  await ime.composeInMonaco('web/monaco/prose-editor.ts', draft);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('かな');
  await composer(page).fill('');

  const file = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') };
  await page.getByLabel('Files to attach').setInputFiles([file]);
  await page.getByTitle('Open and edit').click();
  await ime.composeIn('web/chat/composer/TextEditor.svelte', page.getByRole('dialog').getByRole('textbox'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove notes.md' }).click();

  const hold = gate();
  panel.model.queue([{ steps: [{ text: 'Working.' }, { until: hold.until }] }, says('Done.')]);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await send(page, 'later');
  await queued(page).getByRole('button', { name: 'later', exact: true }).click();
  await ime.composeIn('web/chat/queue/QueueEditor.svelte', field(queued(page), 'Message text'));
  await page.keyboard.press('Escape');
  hold.open();
  await expectIdle(page);
  await expect(conversation(page)).not.toContainText('かな');
});

test('a composition in the palette, the terminal or the event log loses and chooses nothing', async ({
  page,
  panel,
}) => {
  panel.model.queue([calls('bash', { command: 'echo shown' }), says('Done.')]);
  await open(page, panel);
  const ime = await InputMethod.of(page);
  await send(page, 'a question');
  await expect(answers(page).last()).toContainText('Done.');

  await page.keyboard.press('ControlOrMeta+K');
  await palette(page).getByRole('option').first().waitFor();
  await ime.composeIn('web/palette/PickList.svelte', field(palette(page), 'Commands'));
  await page.keyboard.press('Escape');
  await runAction(page, 'Name this session');
  await ime.composeIn('web/palette/TextForm.svelte', field(palette(page), 'Name this session'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await runAction(page, 'Go to another point in the session, or label it');
  await ime.composeIn(
    'web/palette/TreeList.svelte',
    palette(page).getByRole('combobox', { name: 'Go to another point in the session' }),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await openTerminal(page);
  await button(terminal(page), 'All runs').click();
  await ime.composeIn('web/terminal/RunList.svelte', field(page, 'Filter runs'));
  await page.keyboard.press('Escape');
  await ime.composeIn('web/terminal/screen/FindBox.svelte', field(terminal(page), 'Find in output'));
  await showEventLog(page);
  await ime.composeIn('web/log/LogFilter.svelte', field(eventLog(page), 'Filter by text'));
});

test('a composition in a field of a side bar or of a file loses and closes nothing', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  test.slow();
  commitAll(panel);
  await panel.write('huge.log', 'a line\n'.repeat(2_000_000));
  const edits = [{ oldText: 'two', newText: '2' }];
  panel.model.queue([calls('edit', { path: 'a.txt', edits }), says('Done.')]);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/monaco-setup.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, panel);
  const ime = await InputMethod.of(page);
  await send(page, 'a question');
  await expect(answers(page).last()).toContainText('Done.');

  const item = (name: string): Locator => files(page).getByRole('treeitem', { name, exact: true });
  await ime.composeIn('web/editor/tree/TreeHead.svelte', field(files(page), 'Filter files'));
  await button(files(page), 'New folder').click();
  await ime.composeIn('web/editor/tree/NameField.svelte', field(files(page), 'Name of the new folder'));
  await page.keyboard.press('Escape');
  await item('a.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  await ime.composeIn('web/editor/tree/MoveDialog.svelte', page.getByRole('dialog').getByRole('combobox'));
  await page.keyboard.press('Escape');

  await item('a.txt').click();
  await ime.composeIn('web/editor/code/EarlyText.svelte', field(editor(page), 'a.txt'));
  release();
  const lines = editor(page).locator('.monaco-editor .view-lines').first();
  await expect(lines).toHaveText(/one/);
  await ime.composeInMonaco('web/editor/code/code-editor.ts', editor(page).locator('.monaco-editor').first());
  await expect(lines).toHaveText(/^かなone2$/);
  await page.keyboard.press('ControlOrMeta+f');
  await ime.compose(field(editor(page), 'Find'));
  await expect(field(editor(page), 'Find')).toHaveValue('かな');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+s');
  await item('huge.log').click();
  await field(editor(page), 'Find in file').waitFor();
  await ime.composeInEach('web/editor/huge/HugeBar.svelte', (name) => field(editor(page), name));

  await page.keyboard.press('Alt+S');
  await ime.composeIn('web/sessions/SessionsHead.svelte', field(sessions(page), 'Search sessions'));
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await ime.composeInEach('web/search/FileSearch.svelte', (name) => field(search(page), name));
  await button(search(page), 'Replace matches').click();
  await ime.composeIn('web/search/ReplaceField.svelte', field(search(page), 'Replace'));
  await button(search(page), 'In conversations').click();
  await ime.composeIn('web/search/Everything.svelte', field(search(page), 'Search everything'));
  await page.keyboard.press('Alt+R');
  await review(page).getByRole('article').first().waitFor();
  await review(page)
    .getByRole('button', { name: /^Keep$/ })
    .last()
    .click();
  const commit = page.getByRole('dialog', { name: 'Commit changes' });
  await expect(async () => {
    // Git reads the huge file first.
    if (!(await commit.isVisible())) await button(review(page), 'Commit…').click({ timeout: 1000 });
    await expect(commit).toBeVisible({ timeout: 5000 });
  }).toPass();
  await ime.composeIn('web/changes/review/CommitDialog.svelte', field(commit, 'Commit message'));
});

test('a composition in a field of the agents loses and sends nothing', async ({ page, panel }) => {
  test.skip(!HAS_GIT, NO_GIT);
  commitAll(panel);
  await open(page, panel);
  const ime = await InputMethod.of(page);
  await converse(page, panel, ['a question', 'An answer.']);
  const asking = await panel.firstAgent();
  const list = agents(page).getByRole('list', { name: 'All agents' });
  await page.keyboard.press('Alt+N');
  const form = agents(page).getByRole('form', { name: 'New agent' });
  await ime.composeIn('web/agents/FolderField.svelte', form.getByRole('combobox', { name: 'Folder' }));
  await ime.composeIn('web/agents/NewAgent.svelte', field(form, 'First message'));
  // Its list is over the next field.
  await page.keyboard.press('Tab');
  await form.getByRole('checkbox', { name: /git worktree/ }).check();
  await ime.composeInEach('web/agents/worktrees/WorktreeFields.svelte', (name) => field(form, name));
  await button(form, 'Start').click();
  await expect(list.getByRole('listitem')).toHaveCount(2, { timeout: 30_000 });
  const row = list.getByRole('listitem').filter({ hasText: 'An answer.' });
  await button(row, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await ime.composeIn('web/ui/controls/SessionName.svelte', field(row, 'Session name'));
  await page.keyboard.press('Escape');
  const asked = panel.command({ type: 'prompt', message: '/name' }, asking);
  const question = list.getByRole('listitem').filter({ hasText: 'Branch name' });
  await ime.composeIn('web/agents/QuestionAnswers.svelte', field(question, 'Answer'));
  await field(question, 'Answer').fill('main');
  await button(question, 'Submit').click();
  await asked;

  await runAction(page, 'Add another panel');
  const address = field(agents(page), 'Link or address of another panel');
  await ime.composeIn('web/agents/elsewhere/OtherPanels.svelte', address);
  await page.keyboard.press('Alt+N');
  await button(form, 'Compare models…').click();
  const comparison = page.getByRole('form', { name: 'Compare models' });
  const prompt = field(comparison, 'Prompt for all models');
  await ime.composeIn('web/agents/compare/NewComparison.svelte', prompt);
  await ime.composeIn('web/agents/compare/ModelChoice.svelte', field(comparison, 'Filter models'));
});

test('a composition in a field of the settings loses and saves nothing', async ({ page, panel }) => {
  await open(page, panel);
  const ime = await InputMethod.of(page);
  const showPage = (name: string): Promise<void> =>
    settings(page).getByRole('tab', { name, exact: true }).click();
  await page.keyboard.press('ControlOrMeta+,');
  await ime.composeIn('web/settings/Settings.svelte', field(settings(page), 'Search settings'));
  await showPage('Providers');
  const search = field(settings(page), 'Search providers');
  await ime.composeIn('web/settings/providers/Providers.svelte', search);
  await search.fill('Corp');
  const corp = settings(page).getByRole('listitem', { name: /^Corp/ });
  await button(corp, 'Sign in').click();
  await corp.getByRole('button', { name: 'Sign in with Corp account' }).click();
  await ime.composeIn('web/setup/SignInSteps.svelte', corp.getByRole('textbox'));
  await search.fill('OpenAI');
  await button(
    settings(page)
      .getByRole('listitem', { name: /^OpenAI/ })
      .first(),
    'Sign in',
  ).click();
  await ime.composeIn('web/setup/SignInForm.svelte', field(settings(page), 'API key'));

  await showPage('Models');
  await ime.composeIn('web/settings/models/Models.svelte', field(settings(page), 'Search models'));
  await button(settings(page), 'Add a provider').click();
  const provider = settings(page).getByRole('form', { name: 'Add a provider' });
  await ime.composeInEach('web/settings/models/CustomProvider.svelte', (name) => field(provider, name));

  await showPage('pi');
  await ime.composeIn('web/settings/pi/AllSettings.svelte', field(settings(page), 'Search pi’s settings'));
  await ime.composeIn('web/settings/pi/SettingRow.svelte', field(settings(page), 'Session dir'));
  await showPage('Packages');
  await ime.composeIn('web/settings/packages/Packages.svelte', field(settings(page), 'Package'));
  await showPage('Skills and prompts');
  const resources = field(settings(page), 'Search skills and prompts');
  await ime.composeIn('web/settings/resources/SkillsAndPrompts.svelte', resources);
  await button(settings(page), 'New skill').click();
  const skill = settings(page).getByRole('form', { name: 'New skill' });
  await ime.composeInEach('web/settings/resources/NewResource.svelte', (name) => field(skill, name));
  await showPage('Panel');
  const budget = settings(page).getByRole('group', { name: 'Session budget' });
  await ime.composeIn('web/settings/panel/BudgetSettings.svelte', field(budget, 'Amount'));
  await button(settings(page), 'Custom').click();
  await ime.composeIn('web/settings/panel/EditorSettings.svelte', field(settings(page), 'Address'));
  await showPage('Keys');
  await ime.composeIn('web/settings/keys/Keys.svelte', field(settings(page), 'Search shortcuts'));
  await showPage('pi');
  await button(settings(page), 'Edit as file').click();
  await ime.composeInMonaco('web/settings/file-editor.ts', settings(page).locator('.monaco-editor'));
});

test('a composition in a comment of the review loses and decides nothing', async ({ page, panel }) => {
  panel.model.queue([
    calls('edit', { path: 'a.txt', edits: [{ oldText: 'two', newText: '2' }] }),
    says('Done.'),
  ]);
  await open(page, panel);
  const ime = await InputMethod.of(page);
  await send(page, 'a question');
  await expect(answers(page).last()).toContainText('Done.');
  await expectIdle(page);
  await page.keyboard.press('Alt+R');
  const file = review(page).getByRole('article', { name: 'a.txt' });
  // The letters of a comment are keys of the review.
  await file.getByRole('group', { name: 'a.txt, change 1 of 1' }).focus();
  await page.keyboard.press('c');
  await ime.composeIn('web/ui/controls/CommentForm.svelte', file.getByRole('textbox'));
  await page.keyboard.press('Escape');
  await expect(review(page).getByRole('status', { name: 'Review progress' })).toHaveText('1 of 1 left');
});

test('a composition in a dialog or a screen of an extension answers nothing', async ({ page, panel }) => {
  await open(page, panel);
  const ime = await InputMethod.of(page);
  const answer = async (source: string, command: string, textbox: Locator): Promise<void> => {
    const asked = panel.command({ type: 'prompt', message: `/${command}` });
    await ime.composeIn(source, textbox);
    await textbox.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await asked;
  };
  const dialog = page.getByRole('dialog');
  await answer('web/dialogs/SelectAnswer.svelte', 'many', dialog.getByRole('searchbox'));
  await answer('web/monaco/ProseField.svelte', 'notes', dialog.getByRole('textbox'));
  // A long text is in Monaco, which needs to see these keys, and whose search field passes them on to the dialog.
  const long = panel.command({ type: 'prompt', message: '/long' });
  await expect(dialog.locator('.monaco-editor')).toBeVisible();
  const release = field(page, 'Text');
  // The dialog that follows another one has the focus, with the caret at the end of its text.
  await release.press('ControlOrMeta+Home');
  await ime.compose(release);
  await expect(dialog.locator('.view-lines')).toContainText('かなa release');
  await release.press('ControlOrMeta+f');
  const find = field(page, 'Find');
  await ime.compose(find);
  await expect(find).toHaveValue('かな');
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await long;
  const asked = panel.command({ type: 'prompt', message: '/name' });
  await ime.composeIn('web/dialogs/TextAnswer.svelte', dialog.getByRole('textbox'));
  await ime.compose(dialog.getByRole('textbox'));
  await dialog.getByRole('textbox').press('Enter');
  await expect(notifications(page)).toContainText('answer: かな');
  await asked;

  const drawn = panel.command({ type: 'prompt', message: '/draw' });
  const keys = field(page, 'Keys for asker.ts');
  await expect(keys).toBeFocused();
  await ime.compose(keys);
  await expect(page.getByRole('region', { name: /^Extension screen/ })).toContainText(/typed: かな\s*Esc/);
  await page.keyboard.press('q');
  await drawn;
});

test('Enter that ends a composition does not choose in a palette whose code is still loading', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.route(/\/Palette-[^/]*\.js$/, () => new Promise<void>(() => undefined));
  await page.keyboard.press('ControlOrMeta+K');
  const door = field(palette(page), 'Commands');
  await (await InputMethod.of(page)).composeIn('web/shell/frame/PaletteDoor.svelte', door);
  await expect(door).toBeEditable();
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const specs = (): string =>
  globSync('e2e/browser/*.spec.ts', { cwd: ROOT })
    .map((file) => readFileSync(ROOT + file, 'utf8'))
    .join('\n');

test('these tests cover each text field of the page', () => {
  const tested = specs();
  const WITHOUT_TEXT = /type="(checkbox|radio|file|range|color|number)"/;
  const missing = globSync('web/**/*.svelte', { cwd: ROOT }).filter((file) => {
    const controls = readFileSync(ROOT + file, 'utf8').match(/<(input|textarea)\b[^]*?\/?>/g) ?? [];
    const fields = controls.filter((tag) => !WITHOUT_TEXT.test(tag));
    const names: readonly string[] | undefined = FIELD_NAMES[file as keyof typeof FIELD_NAMES];
    return fields.length > 0 && (fields.length !== (names?.length ?? 1) || !tested.includes(`'${file}'`));
  });
  expect(missing).toEqual([]);
});

test('these tests cover each editor of the page', () => {
  const tested = specs();
  const editors = globSync('web/**/*.ts', { cwd: ROOT }).filter((file) =>
    /editor\.create\(/.test(readFileSync(ROOT + file, 'utf8')),
  );
  expect(editors.length).toBeGreaterThan(2);
  expect(editors.filter((file) => !tested.includes(`'${file}'`))).toEqual([]);
});
