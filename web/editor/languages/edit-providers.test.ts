import { inLine, oneServer, registered, TOKEN } from './fixtures/one-server.ts';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { LspAction } from './lsp.ts';

// The command is registered when the module is loaded.
const commands = mock.method(monaco.editor, 'registerCommand');
const { offerActions, offerFormatting, offerRangeFormatting, offerRename } =
  await import('./edit-providers.ts');
const run = commands.mock.calls[0]!.arguments[1];
commands.mock.restore();

const AT = new monaco.Position(1, 7);
const HERE = new monaco.Range(1, 1, 1, 5);
const PREPARES = { renameProvider: { prepareProvider: true } };

async function prepare(answer: unknown) {
  const { access, model } = oneServer('const area = 1', { 'textDocument/prepareRename': answer }, PREPARES);
  const provider = registered('registerRenameProvider', () => offerRename(access));
  return provider.resolveRenameLocation!(model, AT, TOKEN);
}

test('a rename begins with the name that the server means', async () => {
  for (const answer of [inLine(6, 10), { range: inLine(6, 10) }, { defaultBehavior: true }]) {
    const found = await prepare(answer);
    assert.deepEqual([found?.text, found?.range.startColumn], ['area', 7]);
  }
});

test('what cannot be renamed says so, before a name is typed', async () => {
  const found = await prepare(null);
  assert.deepEqual([found?.text, found?.rejectReason], ['', "This can't be renamed."]);
});

test('a server that does not prepare renames is not asked to', () => {
  const { access } = oneServer('x', {}, { renameProvider: true });
  const provider = registered('registerRenameProvider', () => offerRename(access));
  assert.equal('resolveRenameLocation' in provider, false);
});

test('a file, or a part of it, is formatted with the indentation of the editor', async () => {
  const edits = [{ range: inLine(0, 1), newText: '  ' }];
  const options = { tabSize: 2, insertSpaces: true };
  const answers = { 'textDocument/formatting': edits, 'textDocument/rangeFormatting': edits };
  const { access, model, asked } = oneServer('\tx', answers);
  const whole = registered('registerDocumentFormattingEditProvider', () => offerFormatting(access));
  const [edit] = (await whole.provideDocumentFormattingEdits(model, options, TOKEN))!;
  assert.deepEqual([edit!.text, edit!.range.endColumn], ['  ', 2]);
  const part = registered('registerDocumentRangeFormattingEditProvider', () => offerRangeFormatting(access));
  await part.provideDocumentRangeFormattingEdits(model, HERE, options, TOKEN);
  assert.deepEqual(
    asked.map(({ params }) => [params['options'], params['range']]),
    [
      [options, undefined],
      [options, inLine(0, 4)],
    ],
  );
});

const EDIT = { changes: {} };
const ACTIONS: LspAction[] = [
  { title: 'Fix', edit: EDIT, kind: 'quickfix', isPreferred: true },
  { title: 'Run', command: { command: 'x' } },
  { title: 'Later', data: 1 },
  { title: 'Not here', data: 2, disabled: { reason: 'No selection.' } },
];

async function actionsOf(capability: unknown, answers: Record<string, unknown> = {}, only?: string) {
  const server = oneServer(
    'const area = 1',
    { 'textDocument/codeAction': ACTIONS, ...answers },
    { codeActionProvider: capability },
  );
  const { client, path, model, access } = server;
  const problem = { range: inLine(2, 6), message: 'No.', severity: 1, source: 'ts', code: '2304', data: [7] };
  const textCode = { ...problem, code: 'no-unused', source: null };
  const elsewhere = { ...problem, range: inLine(8, 9) };
  client.problems = [
    { path, server: 'lint', problems: [problem] },
    { path, server: 'ts', problems: [problem, textCode, elsewhere] },
    { path: 'other.ts', server: 'ts', problems: [problem] },
  ] as unknown as typeof client.problems;
  const provider = registered('registerCodeActionProvider', () => offerActions(access));
  const context = { markers: [], trigger: 1, ...(only !== undefined && { only }) };
  const list = await provider.provideCodeActions(model, HERE, context, TOKEN);
  return { ...server, actions: list!.actions };
}

test('actions that would run a command in the server are not offered', async () => {
  const { actions } = await actionsOf(true);
  assert.deepEqual(
    actions.map(({ title, kind, isPreferred }) => [title, kind, isPreferred]),
    [['Fix', 'quickfix', true]],
  );
});

test('actions whose edits come later are offered if the server can be asked for them', async () => {
  const { actions } = await actionsOf({ resolveProvider: true });
  assert.deepEqual(
    actions.map(({ title, disabled }) => [title, disabled]),
    [
      ['Fix', undefined],
      ['Later', undefined],
      ['Not here', 'No selection.'],
    ],
  );
});

test('the server gets its own problems at this place, as it has sent them', async () => {
  const { asked } = await actionsOf(true, {}, 'quickfix');
  const problem = { range: inLine(2, 6), message: 'No.', severity: 1, data: [7] };
  assert.deepEqual(asked[0]!.params['context'], {
    diagnostics: [
      { ...problem, source: 'ts', code: 2304 },
      { ...problem, code: 'no-unused' },
    ],
    triggerKind: 1,
    only: ['quickfix'],
  });
});

test('a chosen action asks for its edits, and a server that refuses is an error that the user sees', async () => {
  const resolve = 'codeAction/resolve';
  const { actions, asked, said } = await actionsOf(
    { resolveProvider: true },
    { [resolve]: new Error('The server is busy.') },
  );
  const [fix, later] = actions;
  run(null, later!.command!.arguments![0]);
  await new Promise(setImmediate);
  assert.deepEqual(asked[1], { method: resolve, params: { title: 'Later', data: 1 } });
  assert.deepEqual(said, ["error: ts couldn't do that: The server is busy."]);
  run(null, fix!.command!.arguments![0]);
  await new Promise(setImmediate);
  assert.equal(asked.length, 2, 'it has its edits');
});
