import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import { createFileOpener } from './file-opener.ts';

function setUp() {
  const did: unknown[] = [];
  const fetch = (path: string): Promise<Response> => {
    did.push(path);
    return Promise.resolve(new Response('bytes'));
  };
  const agent = { path: '/api/agents/a', api: { fetch } } as unknown as Agent;
  const workbench = {
    showFile: (...asked: unknown[]) => did.push(asked),
  } as unknown as Workbench;
  return { did, opener: createFileOpener({ agent: () => agent, workbench, workspace: () => '/w' }) };
}

test('a link opens its file, at its line if it has one', () => {
  const { did, opener } = setUp();
  opener.open({ path: 'a.ts' });
  opener.open({ path: 'a.ts', line: 3 });
  assert.deepEqual(did, [
    ['a.ts', {}],
    ['a.ts', { line: 3 }],
  ]);
});

test('a picture is read from the workspace by its path, whatever its name is, and has its type', async () => {
  const { did, opener } = setUp();
  const { signal } = new AbortController();
  const picture = await opener.read!('a&b #1.png', signal);
  assert.deepEqual(
    [did, picture.type, await picture.text()],
    [['/api/agents/a/file?path=a%26b+%231.png'], 'image/png', 'bytes'],
  );
  assert.equal((await opener.read!('notes.txt', signal)).type, '');
});
