import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestOptions } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { readCurrent, saveCurrent } from './current-file.ts';

/** A file on disk with these bytes, and the requests that write it. */
function agentWith(bytes: Buffer) {
  const saves: RequestOptions[] = [];
  const fetch = (_route: string, options: RequestOptions = {}): Promise<Response> => {
    if (options.method === 'PUT') saves.push(options);
    const etag = options.method === 'PUT' ? '"2"' : '"1"';
    return Promise.resolve(new Response(Uint8Array.from(bytes), { headers: { etag } }));
  };
  return { agent: { path: 'agent', api: { fetch } } as unknown as Agent, saves };
}

test('a save keeps the line endings and the mark at the beginning, and replaces only what was read', async () => {
  const { agent, saves } = agentWith(Buffer.from('\ufeffone\r\ntwo\r\n'));
  const file = await readCurrent(agent, 'a.txt');
  assert.deepEqual([file.base.text, file.etag], ['one\ntwo\n', '"1"']);
  assert.equal(await saveCurrent(agent, { ...file, path: 'a.txt', text: 'one\nthree\n' }), '"2"');
  assert.deepEqual(
    saves.map(({ body, headers }) => [Buffer.from(body as Uint8Array).toString(), headers?.['if-match']]),
    [['\ufeffone\r\nthree\r\n', '"1"']],
  );
});

test('a file that is not UTF-8 is not opened, because a save would change its other bytes', async () => {
  const { agent } = agentWith(Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  await assert.rejects(readCurrent(agent, 'a.txt'), /a\.txt isn't UTF-8/);
});
