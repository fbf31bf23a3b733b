import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { LostAnswer } from './lost-answer.ts';

const user = { role: 'user', content: 'go', timestamp: 1 } as const;
const stored = { key: 'user-1', id: 'e1', message: user };
const page: EntriesPage = { entries: [stored], toolRuns: {}, hasOlder: false };

function killed(): View {
  const events = [
    { type: 'agent_start', panel_at: 1 },
    { type: 'message_end', message: user },
    { type: 'message_start', message: { role: 'assistant', timestamp: 2 } },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: 'Half' } },
    { type: 'panel_exit', code: null, signal: 'SIGKILL', reason: 'Killed.', stderr: '', panel_at: 3 },
  ] as unknown as ViewEvent[];
  return events.reduce(reduce, { ...emptyView('/'), session: { id: 's' } });
}

test('the answer is added to its session, without an id of pi, and to no other session', () => {
  const lost = new LostAnswer();
  lost.onExit(killed());
  const [, added] = lost.addTo(page, 's').entries;
  assert.deepEqual(added?.message.role === 'assistant' && added.message.content, [
    { type: 'text', text: 'Half' },
  ]);
  assert.equal(added?.id, undefined);
  assert.equal(lost.addTo(page, 'other'), page);
});

test('a session that continued, or that pi shows up to an earlier point, does not end with the answer', () => {
  const lost = new LostAnswer();
  lost.onExit(killed());
  const next = { key: 'user-9', message: { ...user, timestamp: 9 } };
  const continued = { ...page, entries: [stored, next] };
  assert.equal(lost.addTo(continued, 's'), continued);
  const earlier = { ...page, entries: [] };
  assert.equal(lost.addTo(earlier, 's'), earlier);
});

test('when pi exits between two answers, nothing was lost', () => {
  const lost = new LostAnswer();
  lost.onExit({ session: { id: 's' }, entries: [stored, { key: 'user-9', message: user }] });
  assert.equal(lost.addTo(page, 's'), page);
});
