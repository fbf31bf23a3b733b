import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { LiveMarkdown } from './live-markdown.ts';

type Handler = (event: { message: object }) => void;

/** Returns the texts of a message that pi is writing, and what pi says of it. */
function watched(): { live: LiveMarkdown; say: (event: string, ...content: object[]) => void } {
  const handlers = new Map<string, Handler>();
  const live = new LiveMarkdown();
  live.watch({
    on: (event: string, handler: Handler) => handlers.set(event, handler),
  } as unknown as ExtensionAPI);
  return {
    live,
    say: (event, ...content) =>
      handlers.get(event)?.({ message: { role: 'assistant', timestamp: 7, content } }),
  };
}
const row = { kind: 'markdown', of: 'assistant', at: 7, block: 1 } as const;
const shout = (text: string): string => text.toUpperCase();

test('a text is changed while it grows, with the length of what was changed', () => {
  const { live, say } = watched();
  say('message_start');
  assert.equal(live.change(row, shout), null, 'the text has not begun');
  say('message_update', { type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'one' });
  assert.deepEqual(live.change(row, shout), { markdown: 'ONE', of: 3 });
  assert.deepEqual(live.change({ ...row, of: 'assistant-thinking', block: 0 }, shout), {
    markdown: 'HM',
    of: 2,
  });
  say('message_update', { type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'one two' });
  assert.deepEqual(live.change(row, shout), { markdown: 'ONE TWO', of: 7 });
  assert.deepEqual(live.change(row, String), { markdown: '', of: 0 }, 'nothing is changed');
  assert.equal(live.change({ ...row, at: 8 }, shout), null, 'it is another message');
  say('message_end');
  assert.equal(live.change(row, shout), null, 'it is complete');
});

test('a long text is left alone until it is complete', () => {
  const { live, say } = watched();
  say('message_start');
  say('message_update', {}, { type: 'text', text: 'x'.repeat(50_001) });
  assert.equal(live.change(row, shout), null);
});

test('a slow change of a message is not repeated, and that of the next message is tried again', () => {
  const { live, say } = watched();
  let count = 0;
  const slow = (text: string): string => {
    count += 1;
    const end = performance.now() + 60;
    while (performance.now() < end);
    return `${text}!`;
  };
  say('message_start');
  say('message_update', {}, { type: 'text', text: 'one' });
  assert.deepEqual(live.change(row, slow), { markdown: 'one!', of: 3 });
  say('message_update', {}, { type: 'text', text: 'one two' });
  assert.equal(live.change(row, slow), null);
  assert.equal(count, 1);
  say('message_start');
  say('message_update', {}, { type: 'text', text: 'three' });
  assert.deepEqual(live.change(row, shout), { markdown: 'THREE', of: 5 });
});
