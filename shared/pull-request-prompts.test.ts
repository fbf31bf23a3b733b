import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from './pull-requests.ts';
import {
  askAboutCheck,
  askAboutChecks,
  askAboutThread,
  endOf,
  MAX_LOG,
  noteCheck,
} from './pull-request-prompts.ts';

const check: Check = { id: '1', name: 'test', state: 'failed', summary: 'timed out', url: 'https://x/1' };
const checked = { branch: 'work', commit: '1234567890' };

test('a failed check is described with the end of its log, in a fence that the log cannot end', () => {
  const text = askAboutCheck({ check, log: 'a\n````\nnot ok' }, checked);
  assert.equal(
    text,
    'The check “test” failed (timed out) for commit 12345678 of the branch work. Its page: https://x/1\n\n' +
      'The end of its log:\n\n`````\na\n````\nnot ok\n`````\n\n' +
      'Find out why, fix it, test the fix, and commit it. Do not push.',
  );
  assert.doesNotMatch(askAboutCheck({ check, log: '' }, checked), /log|```/);
});

test('a watch says which attempt it is, and names all failed checks', () => {
  const failed = [
    { check, log: '' },
    { check: { ...check, name: 'lint' }, log: '' },
  ];
  const text = askAboutChecks(failed, { ...checked, attempt: 2, attempts: 3 });
  assert.match(text, /^Watching the checks of work until they pass, attempt 2 of 3\./);
  assert.match(text, /“test” failed[^]*“lint” failed/);
});

test('a failed check becomes a comment in the next message, with its page and the end of its log', () => {
  assert.deepEqual(noteCheck({ check, log: 'not ok' }, checked), {
    title: 'Check “test” failed for 12345678 of work',
    quote: 'timed out\nIts page: https://x/1\nnot ok',
    comment: 'Find out why, fix it, test the fix, and commit it. Do not push.',
  });
  assert.equal(noteCheck({ check: { ...check, url: null }, log: '' }, checked).quote, 'timed out');
});

test('a thread is quoted with its authors, and named by its place', () => {
  const pull = { number: 7, title: 'Login' };
  const question = { id: '1', thread: '1', author: 'mona', at: 0, body: 'why?\nso', path: 'a.ts', line: 3 };
  const answer = { ...question, id: '2', author: 'hubot', body: 'Because.' };
  const { title, quote } = askAboutThread(pull, [question, answer]);
  assert.equal(title, 'mona on a.ts:3, pull request #7 “Login”');
  assert.equal(quote, 'mona:\nwhy?\nso\n\nhubot:\nBecause.');
  const review = {
    id: '3',
    thread: '3',
    author: 'mona',
    at: 0,
    body: '',
    verdict: 'changes requested' as const,
  };
  assert.deepEqual(
    [askAboutThread(pull, [review])].map((one) => [one.title, one.quote]),
    [['mona, pull request #7 “Login”', 'mona (changes requested):']],
  );
});

test('of a long log the last whole lines are kept', () => {
  const end = endOf(`${'x'.repeat(99)}\n`.repeat(200));
  assert.ok(end.length <= MAX_LOG + 2);
  assert.ok(end.startsWith(`…\n${'x'.repeat(99)}\n`));
  assert.equal(endOf('short'), 'short');
});
