import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ChildSpending } from './child-spending.ts';

test('results with sub-agents are added up as they are appended, with those that still run', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-children-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const at = '2026-01-01T00:00:00.000Z';
  const header = { type: 'session', version: 3, id: 's', timestamp: at, cwd: '/w' };
  const result = (id: string): string => {
    const usage = { input: 7, output: 3, cost: 0.25 };
    const results = [{ agent: 'scout', task: 'Look', exitCode: 0, messages: [], usage }];
    const message = {
      role: 'toolResult',
      toolCallId: id,
      toolName: 'subagent',
      content: [],
      details: { results },
    };
    const whole = { ...message, isError: false, timestamp: 1 };
    return `${JSON.stringify({ type: 'message', id, parentId: null, timestamp: at, message: whole })}\n`;
  };
  const file = path.join(folder, 's.jsonl');
  const spending = new ChildSpending();
  assert.deepEqual(await spending.read(undefined, []), { cost: 0, tokens: 0 });
  assert.deepEqual(await spending.read(file, []), { cost: 0, tokens: 0 });
  await writeFile(file, `${JSON.stringify(header)}\n${result('a')}`);
  assert.deepEqual(await spending.read(file, []), { cost: 0.25, tokens: 10 });
  await appendFile(file, result('b'));
  assert.deepEqual(await spending.read(file, []), { cost: 0.5, tokens: 20 });
  const live = {
    ...{ id: 'c', name: 'scout', task: '', model: '', turns: 1, tokens: 4, cost: 0.5, last: '', failure: '' },
    acts: [],
  };
  const running = [
    { ...live, state: 'running' as const },
    { ...live, state: 'ok' as const },
  ];
  assert.deepEqual(await spending.read(file, running), { cost: 1, tokens: 24 });
  const other = path.join(folder, 'other.jsonl');
  await writeFile(other, `${JSON.stringify({ ...header, id: 'o' })}\n`);
  assert.deepEqual(await spending.read(other, []), { cost: 0, tokens: 0 });
});
