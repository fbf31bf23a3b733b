import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionEntry } from '@earendil-works/pi-coding-agent';
import type { MarkdownRow } from '../../../shared/view/renders.ts';
import type { Runner } from '../loaded.ts';
import { CustomMessages } from './custom-messages.ts';
import { changedMarkdown, markdownKinds } from './markdown.ts';

const AT = Date.parse('2026-11-29T10:00:00.000Z');
const written = { parentId: null, timestamp: new Date(AT + 40).toISOString() };
const entries = [
  {
    ...{ type: 'message', id: 'u', ...written },
    message: { role: 'user', content: [{ type: 'text', text: 'go' }], timestamp: AT - 1 },
  },
  {
    ...{ type: 'message', id: 'a', ...written },
    message: {
      ...{ role: 'assistant', timestamp: AT },
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'done' },
      ],
    },
  },
  { type: 'compaction', id: 'c', ...written, summary: 'all' },
] as unknown as SessionEntry[];

type Change = (markdown: string, context: object) => unknown;
const changed = (row: Omit<MarkdownRow, 'kind'>, ...all: Change[]): string | null =>
  changedMarkdown(
    { kind: 'markdown', ...row },
    { entries, columns: 80, messages: new CustomMessages(), runner: { getMarkdownTransformers: () => all } },
  );
const shout: Change = (markdown) => markdown.toUpperCase();

test('the text of each kind of row is changed', () => {
  assert.equal(changed({ of: 'assistant', at: AT, block: 1 }, shout), 'DONE');
  assert.equal(changed({ of: 'assistant-thinking', at: AT, block: 0 }, shout), 'HM');
  assert.equal(changed({ of: 'user', at: AT - 1, block: 0 }, shout), 'GO');
  assert.equal(changed({ of: 'summary', at: AT, block: 0 }, shout), 'ALL');
});

test('extensions change a text one after the other, and learn what pi tells them about it', () => {
  const contexts: object[] = [];
  const note: Change = (markdown, context) => (contexts.push(context), `${markdown}!`);
  assert.equal(changed({ of: 'assistant', at: AT, block: 1 }, shout, note), 'DONE!');
  const { timestamp } = written;
  assert.deepEqual(contexts, [
    {
      ...{ messageType: 'assistant', isStreaming: false, availableWidth: 80 },
      ...{ messageId: 'a', timestamp },
    },
  ]);
});

test('an extension that fails, or returns no text, changes nothing', () => {
  const fail: Change = () => {
    throw new Error('broken');
  };
  const row = { of: 'assistant', at: AT, block: 1 } as const;
  assert.equal(
    changed(row, fail, () => 7, shout),
    'DONE',
  );
  assert.equal(changed(row, fail), null);
});

test('a text that is not in the session is not changed', () => {
  assert.equal(changed({ of: 'assistant', at: AT + 1, block: 1 }, shout), null);
  assert.equal(changed({ of: 'assistant', at: AT, block: 0 }, shout), null);
  assert.equal(changed({ of: 'custom', at: AT, block: 0 }, shout), null);
});

test('the kinds are those that extensions registered for', () => {
  const runner: Runner = {
    getMarkdownTransformers: () => [],
    extensions: [
      { path: 'a', markdownTransformer: { messageTypes: new Set(['user', 'summary']) } },
      { path: 'b', markdownTransformer: {} },
      { path: 'c' },
    ],
  };
  assert.deepEqual(markdownKinds(runner), ['user', 'summary', 'assistant', 'assistant-thinking']);
  assert.deepEqual(markdownKinds({ extensions: runner.extensions! }), []);
});
