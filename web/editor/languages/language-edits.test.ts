import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someFiles } from '../file/fixtures/some-files.ts';
import { applyWorkspaceEdit } from './language-edits.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import type { openModel } from './language-models.ts';
import type { LspEdit, LspWorkspaceEdit } from './lsp.ts';

const at = (character: number): { line: number; character: number } => ({ line: 0, character });
/** Replaces the first `length` characters. */
const edit = (newText: string, length = 3): LspEdit => ({
  range: { start: at(0), end: at(length) },
  newText,
});

/** A file in the editor, as far as an edit uses it. */
class OpenInEditor {
  text: string;
  isDirty: boolean;
  saves = 0;
  version = 1;
  isDisposed = false;

  constructor(text: string, isDirty: boolean) {
    this.text = text;
    this.isDirty = isDirty;
  }

  found() {
    const replace = (text: string): void => {
      this.text = text;
      this.version += 1;
    };
    const file = {
      isDirty: this.isDirty,
      text: this.text,
      save: () => Promise.resolve((this.saves += 1)),
      content: { buffer: { replace } },
    };
    const model = {
      pushStackElement: () => undefined,
      pushEditOperations: (_before: unknown, edits: { text: string }[]) =>
        replace(edits[0]!.text + this.text.slice(3)),
      getVersionId: () => this.version,
      isDisposed: () => this.isDisposed,
    };
    return { file, model } as unknown as ReturnType<typeof openModel>;
  }
}

function workspace(texts: Record<string, string>, open: Record<string, OpenInEditor> = {}) {
  const files = someFiles(texts);
  const said: string[] = [];
  let undo: (() => void) | undefined;
  const client = {
    agent: files.agent,
    pathOf: (uri: string) => (uri.startsWith('file:///w/') ? uri.slice('file:///w/'.length) : null),
  } as unknown as LanguageClient;
  return {
    ...files,
    said,
    apply: (wanted: LspWorkspaceEdit) =>
      applyWorkspaceEdit(
        {
          client,
          toasts: {
            show: (kind, message, action) => {
              said.push(`${kind}: ${message}`);
              undo = action?.act ?? undo;
            },
          },
          openModel: (_client, path) => open[path]?.found() ?? null,
        },
        wanted,
      ),
    /** Presses "Undo", and waits until it has ended. */
    undo: async () => {
      undo!();
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    },
  };
}

test('a rename in several files is one act, and one undo takes it back everywhere', async () => {
  const { apply, textOf, undo, said } = workspace({ a: 'one a', b: 'one b' });
  await apply({ changes: { 'file:///w/a': [edit('two')], 'file:///w/b': [edit('two')] } });
  assert.deepEqual([textOf('a'), textOf('b'), said], ['two a', 'two b', ['info: Changed 2 files.']]);
  await undo();
  assert.deepEqual([textOf('a'), textOf('b'), said.length], ['one a', 'one b', 1]);
});

test('an edit that is partly outside of the workspace, or makes or moves files, changes nothing', async () => {
  const { apply, textOf, said } = workspace({ a: 'one a' });
  await apply({ changes: { 'file:///w/a': [edit('two')], 'file:///etc/b': [edit('two')] } });
  await apply({
    documentChanges: [{ textDocument: { uri: 'file:///w/a' }, edits: [edit('two')] }, { kind: 'delete' }],
  });
  assert.equal(textOf('a'), 'one a');
  assert.match(said[0]!, /^error: .*file:\/\/\/etc\/b is outside/);
  assert.match(said[1]!, /^error: This would create, move or delete/);
});

test('what could not be changed is named, and the rest is changed and can be undone', async () => {
  const { apply, textOf, refused, undo, said } = workspace({ a: 'one a', b: 'one b' });
  refused.add('a');
  await apply({ changes: { 'file:///w/a': [edit('two')], 'file:///w/b': [edit('two')] } });
  assert.deepEqual([textOf('a'), textOf('b')], ['one a', 'two b']);
  assert.match(said[0]!, /^error: .*a: It is read-only\./);
  assert.equal(said[1], 'info: Changed 1 file.');
  await undo();
  assert.equal(textOf('b'), 'one b');
});

test('if nothing could be changed, nothing is offered to undo', async () => {
  const { apply, refused, said } = workspace({ a: 'one a' });
  refused.add('a');
  await apply({ changes: { 'file:///w/a': [edit('two')] } });
  assert.deepEqual([said.length, said[0]?.startsWith('error')], [1, true]);
});

test('an open file is saved as before only if it had no edits of the user', async () => {
  for (const isDirty of [false, true]) {
    const open = new OpenInEditor('one and mine', isDirty);
    const { apply, undo } = workspace({ a: 'one' }, { a: open });
    await apply({ changes: { 'file:///w/a': [edit('two')] } });
    assert.deepEqual([open.text, open.saves], ['two and mine', isDirty ? 0 : 1]);
    await undo();
    assert.deepEqual([open.text, open.saves], ['one and mine', isDirty ? 0 : 2]);
  }
});

test('what the user types after a rename is not taken back with it', async () => {
  for (const how of ['typed', 'closed']) {
    const open = new OpenInEditor('one', false);
    const { apply, undo, said } = workspace({ a: 'one' }, { a: open });
    await apply({ changes: { 'file:///w/a': [edit('two')] } });
    open.text += ' and more';
    if (how === 'typed') open.version += 1;
    else open.isDisposed = true;
    await undo();
    assert.equal(open.text, 'two and more', how);
    assert.match(said.at(-1)!, /a: It has changed since/);
  }
});
