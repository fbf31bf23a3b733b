import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Draft } from './draft/draft.svelte.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { Requests } from './requests.ts';

interface Sent {
  command: PageCommand;
  key: string;
  answer: (answer: Answer) => void;
}

const LOST: Answer = { success: false, error: 'The panel did not answer.', isLost: true };
const REFUSED: Answer = { success: false, error: 'no' };

function bench() {
  const sent: Sent[] = [];
  const send = (command: PageCommand, key: string): Promise<Answer> =>
    new Promise((answer) => void sent.push({ command, key, answer }));
  const drafts = new Map<string | null, Pick<Draft, 'unanswered'>>();
  const at = (session: string | null): Pick<Draft, 'unanswered'> => {
    const draft = drafts.get(session) ?? { unanswered: null };
    drafts.set(session, draft);
    return draft;
  };
  const requests = new Requests({ at } as Draft);
  const prompt = (text: string, session: string, isInRun = false) => {
    const message: OutgoingMessage = {
      ...{ agent: { send } as unknown as Agent, text, attachments: [], lane: 'steer' },
      ...{ isPlain: false, session },
    };
    return requests.prompt(text, message, isInRun);
  };
  /** Sends a text, and answers it. Returns its key. */
  const keyOf = async (text: string, to: string | Place, answer: Answer): Promise<string> => {
    const { session, isInRun = false } = typeof to === 'string' ? { session: to } : to;
    const outcome = prompt(text, session, isInRun);
    sent.at(-1)!.answer(answer);
    return (await outcome).key!;
  };
  return { sent, at, requests, prompt, keyOf };
}

interface Place {
  session: string;
  isInRun?: boolean;
}

interface Bench {
  requests: Requests;
  keyOf: (text: string, to: string | Place, answer: Answer) => Promise<string>;
}

test('a text whose answer was lost is sent again with its key, whatever was sent for other sessions meanwhile', async () => {
  const others: Record<string, (keyOf: Bench['keyOf']) => Promise<unknown>> = {
    nothing: () => Promise.resolve(),
    'another text that arrives': (keyOf) => keyOf('other', 'b', { success: true }),
    'another text that is refused': (keyOf) => keyOf('other', 'b', REFUSED),
    'another text that is lost': (keyOf) => keyOf('other', 'b', LOST),
    'the same text': (keyOf) => keyOf('text', 'b', { success: true }),
  };
  for (const [what, send] of Object.entries(others)) {
    const { sent, keyOf } = bench();
    const key = await keyOf('text', 'a', LOST);
    await send(keyOf);
    assert.equal(await keyOf('text', 'a', { success: true }), key, what);
    // The run that it may have started does not change the request.
    assert.deepEqual(sent.at(-1)!.command, sent[0]!.command);
    assert.notEqual(await keyOf('text', 'a', { success: true }), key, `${what}, and a third time`);
  }
});

test('a text whose answer was lost keeps its request, also during the run that it may have started', async () => {
  const { sent, keyOf } = bench();
  const key = await keyOf('text', 'a', LOST);
  assert.equal(await keyOf('text', { session: 'a', isInRun: true }, { success: true }), key);
  assert.deepEqual(sent[1]!.command, sent[0]!.command);
});

test('after a refusal, another text, or its place in the view, a text is a new request', async () => {
  const ends: Record<string, (own: Bench, key: string) => unknown> = {
    'another text of the session': ({ keyOf }) => keyOf('other', 'a', { success: true }),
    'its place in the view': ({ requests }, key) => requests.onSeen(key),
  };
  for (const [what, end] of Object.entries(ends)) {
    const own = bench();
    const key = await own.keyOf('text', 'a', LOST);
    await end(own, key);
    assert.notEqual(await own.keyOf('text', 'a', { success: true }), key, what);
  }
  const { keyOf } = bench();
  const refused = await keyOf('text', 'a', REFUSED);
  assert.notEqual(await keyOf('text', 'a', { success: true }), refused);
});

test('an answer that comes late belongs to its own request, and leaves a newer one that waits', async () => {
  const { sent, at, prompt } = bench();
  const first = prompt('first', 'a');
  const second = prompt('second', 'a');
  const { key } = sent[1]!;
  for (const answer of [{ success: true }, REFUSED] as const) {
    sent[0]!.answer(answer);
    await first;
    assert.equal(at('a').unanswered?.key, key);
  }
  sent[1]!.answer(LOST);
  await second;
  void prompt('second', 'a');
  assert.equal(sent[2]!.key, key);
});

test('a request whose text was seen before its answer says so, once', async () => {
  const { sent, requests, prompt } = bench();
  const outcome = prompt('text', 'a');
  requests.onSeen(sent[0]!.key);
  sent[0]!.answer(REFUSED);
  assert.deepEqual(await outcome, { answer: REFUSED, key: sent[0]!.key, wasSeen: true });
  assert.equal(requests.isSeen(sent[0]!.key), false);
});
