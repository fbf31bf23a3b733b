import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { LanguageServerRow } from '../../../shared/languages.ts';
import { formatModel } from './format-on-save.ts';

const SERVER = { id: 's', state: 'ready', capabilities: { documentFormattingProvider: true } };
const EDIT = {
  range: { start: { line: 0, character: 1 }, end: { line: 0, character: 3 } },
  newText: ' ',
};

function setUp(server: object | null = SERVER) {
  const edits: unknown[] = [];
  let version = 1;
  const model = {
    getVersionId: () => version,
    getOptions: () => ({ tabSize: 2, insertSpaces: true }),
    isDisposed: () => false,
    pushStackElement: () => undefined,
    pushEditOperations: (_before: unknown, operations: unknown[]) => edits.push(...operations),
  } as unknown as monaco.editor.ITextModel;
  const answer = Promise.withResolvers<unknown>();
  let aborted: AbortSignal | undefined;
  const client = {
    serversFor: () => (server ? [server as LanguageServerRow] : []),
    uriOf: (path: string) => `file:///${path}`,
    ask: <T>(_server: string, _request: object, signal?: AbortSignal) => {
      aborted = signal;
      return answer.promise as Promise<T | null>;
    },
  };
  return {
    edits,
    answer,
    signal: () => aborted,
    type: () => version++,
    format: () => formatModel(client, 'a.ts', model),
  };
}

test('the edits of the server are applied before the save', async () => {
  const { edits, answer, format } = setUp();
  answer.resolve([EDIT]);
  await format();
  assert.deepEqual(edits, [
    { range: { startLineNumber: 1, startColumn: 2, endLineNumber: 1, endColumn: 4 }, text: ' ' },
  ]);
});

test('what is typed while a slow server formats is not touched', async () => {
  const { edits, answer, type, format } = setUp();
  const done = format();
  type();
  answer.resolve([EDIT]);
  await done;
  assert.deepEqual(edits, []);
});

test('a server that fails, cannot format or is not there holds up no save, and a silent one only for two seconds', async () => {
  const failing = setUp();
  failing.answer.reject(new Error('It is broken.'));
  await failing.format();
  for (const server of [null, { ...SERVER, state: 'failed' }, { ...SERVER, capabilities: {} }])
    await setUp(server).format();
  const silent = setUp();
  const done = silent.format();
  const signal = silent.signal()!;
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  silent.answer.reject(new Error('cancelled'));
  await done;
  assert.deepEqual(silent.edits, []);
});
