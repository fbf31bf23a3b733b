import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { readChild } from './child-conversation.ts';

const child = {
  ...{
    id: 'c',
    name: 'scout',
    task: '',
    model: '',
    state: 'running' as const,
    turns: 0,
    tokens: null,
    cost: 0,
  },
  ...{ last: '', failure: '', acts: [] },
};
const withFile = (file: string): View => ({ ...emptyView('/w'), children: [{ ...child, file }] });

test('the messages of a session and of a transcript are read, and what else a file has is left out', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-child-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'child.jsonl');
  assert.deepEqual(await readChild(withFile(file), 'c'), { messages: [], isCut: false });
  const lines = [
    { type: 'session', id: 's' },
    { type: 'message', message: { role: 'user', content: 'Look', timestamp: 1 } },
    {
      isSidechain: true,
      message: { role: 'assistant', content: [{ type: 'text', text: 'Yes' }], timestamp: 2 },
    },
    { type: 'message', message: { role: 'system', content: 'Secret' } },
    { root: 'x:0:0' },
  ];
  await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"type":"mess`);
  const { messages, isCut } = await readChild(withFile(file), 'c');
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'assistant'],
  );
  assert.equal(isCut, false);
  const many = Array.from({ length: 300 }, (_, n) => ({
    message: { role: 'user', content: `${n}`, timestamp: n },
  }));
  await writeFile(file, many.map((line) => JSON.stringify(line)).join('\n'));
  const end = await readChild(withFile(file), 'c');
  assert.deepEqual([end.messages.length, end.messages.at(-1)?.content, end.isCut], [200, '299', true]);
});

test('a file is read only if a package named it for this id, and only if it is a regular one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-child-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await assert.rejects(readChild(withFile('/etc/passwd'), 'd'), { status: 404, code: 'unknown_child' });
  await assert.rejects(readChild(withFile(folder), 'c'), { status: 422, code: 'unreadable_child' });
  const details = { id: 'n', status: 'completed', resultPreview: '', outputFile: path.join(folder, 'none') };
  const message = {
    role: 'custom' as const,
    customType: 'x',
    content: '',
    display: true,
    details,
    timestamp: 1,
  };
  const view: View = { ...emptyView('/w'), entries: [{ key: 'k', message }] };
  assert.deepEqual(await readChild(view, 'n'), { messages: [], isCut: false });
});
