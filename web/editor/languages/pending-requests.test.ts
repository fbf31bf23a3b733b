import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageMessage } from '../../../shared/languages.ts';
import { PendingRequests } from './pending-requests.ts';

const REQUEST = { server: 's', method: 'm', params: {} };

function setUp() {
  const sent: LanguageMessage[] = [];
  return { sent, pending: new PendingRequests((message) => sent.push(message)) };
}

test('each answer goes to its own request, and no result is null', async () => {
  const { pending, sent } = setUp();
  const [first, second] = [pending.ask(REQUEST), pending.ask(REQUEST)];
  assert.deepEqual(sent, [{ ask: { id: 1, ...REQUEST } }, { ask: { id: 2, ...REQUEST } }]);
  pending.onAnswer({ id: 2, result: 'second' });
  pending.onAnswer({ id: 1 });
  assert.deepEqual(await Promise.all([first, second]), [null, 'second']);
});

test('an error rejects, and a late or unknown answer is ignored', async () => {
  const { pending } = setUp();
  const asked = pending.ask(REQUEST);
  pending.onAnswer({ id: 1, error: 'The server has ended.' });
  pending.onAnswer({ id: 1, result: 'late' });
  pending.onAnswer({ id: 7, result: 'unknown' });
  await assert.rejects(asked, /^Error: The server has ended\.$/);
});

test('a cancelled request is cancelled at the server, but not if it was answered before', async () => {
  const { pending, sent } = setUp();
  const [open, done] = [new AbortController(), new AbortController()];
  const asked = pending.ask(REQUEST, open.signal);
  const answered = pending.ask(REQUEST, done.signal);
  pending.onAnswer({ id: 2, result: 'x' });
  open.abort();
  done.abort();
  await assert.rejects(asked, /cancelled/);
  assert.equal(await answered, 'x');
  assert.deepEqual(sent.slice(2), [{ cancel: { id: 1 } }]);
});

test('what has no answer yet is asked again after a lost connection, and rejected when there will be none', async () => {
  const { pending, sent } = setUp();
  const [first, second] = [pending.ask(REQUEST), pending.ask(REQUEST)];
  pending.onAnswer({ id: 1, result: 1 });
  pending.sendAgain();
  assert.deepEqual(sent.slice(2), [{ ask: { id: 2, ...REQUEST } }]);
  pending.rejectAll('The agent was left.');
  await assert.rejects(second, /The agent was left\./);
  assert.equal(await first, 1);
  pending.sendAgain();
  assert.equal(sent.length, 3);
});
