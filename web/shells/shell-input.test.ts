import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type RequestOptions } from '../lib/requests/api.ts';
import { ShellInput } from './shell-input.ts';

interface Sent {
  number: string;
  text: string;
  answer: (error?: ApiError) => void;
}

function setUp() {
  const sent: Sent[] = [];
  const failures: (string | null)[] = [];
  const arrived: (() => void)[] = [];
  const fetch = (_path: string, { body, headers = {} }: RequestOptions = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const text = new TextDecoder().decode(body as Uint8Array);
      const answer = (error?: ApiError): void => (error ? reject(error) : resolve(new Response()));
      sent.push({ number: headers.Sequence ?? '', text, answer });
      arrived.shift()?.();
    });
  const input = new ShellInput({ fetch }, 'a', (failure) => failures.push(failure));
  const type = (text: string): void => input.type(new TextEncoder().encode(text));
  /** Resolves once there have been so many requests. */
  const requests = async (count: number): Promise<void> => {
    while (sent.length < count) await new Promise<void>((resolve) => arrived.push(resolve));
  };
  return { sent, failures, type, requests };
}

const lost = new ApiError(0, 'unreachable', "The panel can't be reached.");

test('what is typed while a request is on its way is sent together after it, in order', async () => {
  const { sent, type, requests } = setUp();
  for (const text of ['a', 'b', 'c']) type(text);
  sent[0]!.answer();
  await requests(2);
  assert.deepEqual(
    sent.map(({ number, text }) => [number, text]),
    [
      ['1', 'a'],
      ['2', 'bc'],
    ],
  );
});

test('a request that is lost is sent again unchanged, and says why input waits', async () => {
  const { sent, failures, type, requests } = setUp();
  type('a');
  type('b');
  sent[0]!.answer(lost);
  await requests(2);
  assert.deepEqual([sent[1]!.number, sent[1]!.text], ['1', 'a']);
  assert.deepEqual(failures, [lost.message]);
  sent[1]!.answer();
  await requests(3);
  assert.deepEqual([sent[2]!.number, sent[2]!.text], ['2', 'b']);
});

test('a shell that is gone ends the input with the reason', async () => {
  const { sent, failures, type, requests } = setUp();
  type('a');
  type('never sent');
  const gone = new ApiError(404, 'unknown_shell', 'This shell no longer exists.');
  sent[0]!.answer(gone);
  while (failures.length === 0) await Promise.resolve();
  assert.deepEqual(failures, [gone.message]);
  assert.equal(sent.length, 1);
  type('later');
  await requests(2);
  assert.equal(sent[1]!.text, 'later');
});

test('a long paste is sent in parts', async () => {
  const { sent, type, requests } = setUp();
  type('x'.repeat(300_000));
  sent[0]!.answer();
  await requests(2);
  assert.deepEqual(
    sent.map(({ text }) => text.length),
    [262_144, 37_856],
  );
});
