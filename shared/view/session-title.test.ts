import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from './reduce.ts';
import { firstMessageIn, withFirstMessage } from './session-title.ts';
import type { Entry } from './conversation.ts';
import type { ViewEvent } from './view-event.ts';
import { emptyView, type View } from './view.ts';

const user = (text: string, said?: string): Entry => ({
  key: `user-${text}`,
  message: { role: 'user', content: [{ type: 'text', text }], timestamp: 1 },
  ...(said !== undefined && { sentAs: { id: said, text: said } }),
});
const withEntries = (entries: Entry[], rest: Partial<View> = {}): View => ({
  ...emptyView('/w'),
  session: { id: 's' },
  entries,
  ...rest,
});

test('the user’s first message names the session', () => {
  const view = withFirstMessage(withEntries([user('Fix the\n  timer'), user('And the tests')]));
  assert.equal(view.session?.firstMessage, 'Fix the timer');
  assert.equal(withFirstMessage(withEntries([])).session?.firstMessage, undefined);
});

test('the first message stays the first one, and is unknown where older rows are missing', () => {
  const view = withFirstMessage(withEntries([user('first')]));
  assert.equal(withFirstMessage({ ...view, entries: [user('second')] }).session?.firstMessage, 'first');
  const tail = withEntries([user('late')], { hasOlder: true });
  assert.equal(withFirstMessage(tail), tail);
});

test('the title is what the user typed, in one short line', () => {
  assert.equal(firstMessageIn([user('<the expanded template>', '/review web')]), '/review web');
  assert.equal(firstMessageIn([user('x'.repeat(500))])?.length, 160);
  assert.equal(firstMessageIn([user('  ')]), undefined);
});

test('messages from before pi told its first state name the session; another session begins without a name', () => {
  const state = (sessionId: string): ViewEvent =>
    ({ type: 'panel_state', state: { sessionId }, thinkingLevels: null }) as unknown as ViewEvent;
  const early = reduce(withEntries([user('first')], { session: null }), state('s'));
  assert.equal(early.session?.firstMessage, 'first');
  assert.equal(reduce(early, state('s')).session?.firstMessage, 'first');
  assert.equal(reduce(early, state('other')).session?.firstMessage, undefined);
});

test('only words of the user name a session: not an answer, and not a picture', () => {
  const answer = { key: 'a', message: { role: 'assistant', content: [{ type: 'text', text: 'No' }] } };
  assert.equal(firstMessageIn([answer as unknown as Entry, user('Yes')]), 'Yes');
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
  const content = [{ type: 'text' as const, text: 'Look' }, image, { type: 'text' as const, text: 'here' }];
  const row: Entry = { key: 'u', message: { role: 'user', content, timestamp: 1 } };
  assert.equal(firstMessageIn([row]), 'Look here');
  const only = withEntries([{ key: 'u', message: { role: 'user', content: [image], timestamp: 1 } }]);
  assert.equal(withFirstMessage(only), only);
});
