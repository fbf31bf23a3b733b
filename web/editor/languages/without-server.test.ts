import { oneServer } from './fixtures/one-server.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { LanguageServerRow } from '../../../shared/languages.ts';
import { offerWithoutServer, whyNone } from './without-server.ts';

test('F12 in a file without a server that leads to definitions says why it leads nowhere', () => {
  const { model, client } = oneServer('abc');
  client.servers = [{ id: 'ts', name: 'ts-server', state: 'starting' }] as never;
  const actions: monaco.editor.IActionDescriptor[] = [];
  const said: string[] = [];
  offerWithoutServer(
    {
      getModel: () => model,
      addAction: (action) => {
        actions.push(action);
        return { dispose: () => undefined };
      },
    },
    () => ({ show: (_kind, message) => void said.push(message) }),
  );
  const action = actions.find(({ label }) => label === 'Go to Definition')!;
  void action.run(null as never);
  assert.equal(action.precondition, '!editorHasDefinitionProvider');
  assert.deepEqual(said, ['ts-server is still starting.']);
});

test('each state of a server has its reason', () => {
  const say = (state: LanguageServerRow['state'], reason: string | null = null): string =>
    whyNone([{ name: 'ts-server', state, reason } as LanguageServerRow]);
  assert.equal(whyNone([]), 'No language server runs for this file.');
  assert.equal(say('untrusted'), 'ts-server waits until you trust this folder.');
  assert.equal(say('failed', 'it ended with code 3'), "ts-server isn't running: it ended with code 3");
  assert.equal(say('ready'), "ts-server doesn't offer this.");
});
