import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { readPlain } from './plain-message.ts';

const run: ToolRun = {
  ...{ id: 'c1', name: 'bash', args: { command: 'ls', timeout: 5 }, state: 'ok' },
  output: { bytes: 0, tail: '\u001b[31ma.txt\u001b[0m\n' },
};
const answer = (key: string, ...content: object[]): Entry =>
  ({ key, message: { role: 'assistant', content, stopReason: 'stop', timestamp: 1 } }) as unknown as Entry;
const text = (words: string): object => ({ type: 'text', text: words });

const ENTRIES: Entry[] = [
  {
    key: 'u',
    message: { role: 'user', content: 'as sent', timestamp: 1 },
    sentAs: { id: 'k', text: 'as typed' },
  },
  answer('first', text('Hello'), { type: 'toolCall', id: 'c1' }, text('there')),
  {
    key: 'b',
    message: { role: 'bashExecution', command: 'pwd', output: '\u001b[1m/w\u001b[0m', timestamp: 2 } as never,
  },
  answer('empty', { type: 'toolCall', id: 'never ran' }),
];

/** A page whose focus is in the element with these attributes, if any. */
function read(attributes: { key?: string; call?: string } | null, entries = ENTRIES) {
  const focused = {
    closest: (selector: string) =>
      selector.startsWith('[data-calls]')
        ? attributes?.call && { dataset: { calls: attributes.call } }
        : attributes?.key && { dataset: { key: attributes.key } },
  };
  Object.assign(globalThis, { document: { activeElement: attributes ? focused : null } });
  const log = { contains: (element: unknown) => element === focused } as unknown as HTMLElement;
  const agent = { entries, toolRun: (id: string) => (id === run.id ? run : undefined) } as unknown as Agent;
  return readPlain(log, agent);
}

test('the focused message is shown as plain text: as it was typed, with the calls of an answer and their output', async () => {
  assert.deepEqual(await read({ key: 'u' }), {
    kind: 'show',
    title: 'You',
    text: 'as typed',
    file: 'message.txt',
  });
  const { title, text: plain } = await read({ key: 'first' });
  assert.equal(title, 'Assistant');
  assert.equal(plain, 'Hello\n\nthere\n\nTool bash\ncommand: ls\ntimeout: 5\n\na.txt');
  assert.equal((await read({ key: 'b' })).text, 'pwd\n\n/w');
});

test('a focused tool call is shown alone', async () => {
  const { title, text: plain } = await read({ key: 'first', call: 'c1' });
  assert.deepEqual([title, plain], ['Tool bash', 'command: ls\ntimeout: 5\n\na.txt']);
});

test('without a focused message it is the newest answer with words, and without any there is nothing to show', async () => {
  assert.match((await read(null)).text, /^Hello/);
  await assert.rejects(read(null, [ENTRIES[0]!]), /There is no answer yet/);
});
