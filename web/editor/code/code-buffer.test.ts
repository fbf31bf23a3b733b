import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import { createModel } from '../../monaco/text-model.ts';
import { bufferOf, CodeBuffer } from './code-buffer.ts';

function open(text: string) {
  let edits = 0;
  const buffer = new CodeBuffer(text, 'lib/a.ts', () => (edits += 1));
  const type = (at: number, text: string): void => {
    const position = buffer.model.getPositionAt(at);
    buffer.model.pushStackElement();
    buffer.model.pushEditOperations(
      null,
      [{ range: monaco.Range.fromPositions(position), text }],
      () => null,
    );
  };
  return { buffer, type, edits: () => edits };
}

test('each edit is told, and an undo of it leads back to the version before', async () => {
  const { buffer, type, edits } = open('one\ntwo\n');
  const first = buffer.version();
  type(3, '!');
  assert.deepEqual([buffer.text(), edits()], ['one!\ntwo\n', 1]);
  assert.notEqual(buffer.version(), first);
  await buffer.model.undo();
  assert.deepEqual([buffer.text(), buffer.version() === first, edits()], ['one\ntwo\n', true, 2]);
});

test('a text that came from elsewhere can be undone on its own, and what was typed before as well', async () => {
  const { buffer, type } = open('one\ntwo\n');
  type(3, '!');
  buffer.replace('one!\nTWO\n');
  assert.equal(buffer.text(), 'one!\nTWO\n');
  await buffer.model.undo();
  assert.equal(buffer.text(), 'one!\ntwo\n');
  await buffer.model.undo();
  assert.equal(buffer.text(), 'one\ntwo\n');
});

test('the same text again is no edit', () => {
  const { buffer, edits } = open('one\n');
  const before = buffer.version();
  buffer.replace('one\n');
  assert.deepEqual([buffer.version(), edits()], [before, 0]);
});

test('lines end in one way in the editor, also those that are typed later', () => {
  const { buffer, type } = open('one\r\ntwo\r\n');
  type(0, 'zero\r\n');
  assert.equal(buffer.text(), 'zero\none\ntwo\n');
});

test('the name of a file selects its language, and two models of one path are two', (t) => {
  const [a, b] = [createModel('', 'lib/a.ts', 'file'), createModel('', 'lib/a.ts', 'file')];
  t.after(() => [a, b].forEach((model) => model.dispose()));
  assert.deepEqual([a.getLanguageId(), a.uri.path], ['typescript', '/lib/a.ts']);
  assert.notEqual(a.uri.toString(), b.uri.toString());
});

test('a file has one buffer, and a file that is not open has none', () => {
  const file = (text: string | null): OpenFile => {
    const content = {
      buffer: undefined as unknown,
      attach(create: (text: string) => unknown) {
        if (text !== null) content.buffer ??= create(text);
      },
    };
    return { path: 'a.ts', content, onEdit: () => undefined } as unknown as OpenFile;
  };
  const shown = file('one');
  assert.equal(bufferOf(shown), bufferOf(shown));
  assert.throws(() => bufferOf(file(null)), { message: 'a.ts is not open' });
});
