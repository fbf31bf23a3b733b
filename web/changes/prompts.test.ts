import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../shared/view/conversation.ts';
import { messageOf, promptsOf, scopeOf, titleOf } from './prompts.ts';

const PROMPTS = new Map([
  ['user-1', '\nAdd a limiter\nand document it'],
  ['user-2', 'Look into `src/limiter` **first**'],
]);

test('a turn is named by the first line of its message, without the marks of Markdown', () => {
  assert.equal(titleOf('user-2', PROMPTS), 'Look into src/limiter first');
  assert.equal(titleOf('user-1', PROMPTS), 'Add a limiter');
});

test('a run that was steered is named by the first of its messages that has words and is loaded', () => {
  const sent = [
    ['user-100', 'Add a limiter\nand document it'],
    ['user-200', ''],
    ['user-300', '**Also** test it'],
    ['user-400', 'Now the next task'],
  ] as const;
  const all = new Map(sent);
  assert.equal(titleOf('user-100..user-300', all), 'Add a limiter');
  assert.equal(titleOf('user-200..user-300', all), 'Also test it', 'the first is an image');
  assert.equal(
    titleOf('user-100..user-300', new Map(sent.slice(2))),
    'Also test it',
    'the first is not loaded',
  );
  assert.equal(
    scopeOf({ turn: 'user-100..user-300' }, all),
    'The changes of the turn “Add a limiter”',
    'in the dialog, too',
  );
  const at = new Date(2026, 1, 3, 14, 5).getTime();
  assert.match(titleOf(`user-${at}..user-${at + 1}`, all), /^Message of 3 Feb.*, 14:05$/);
});

test('the title of a message on another branch, or without a text, is its time', () => {
  const at = new Date(2026, 1, 3, 14, 5).getTime();
  assert.match(titleOf(`user-${at}`, PROMPTS), /^Message of 3 Feb.*, 14:05$/);
});

test('an undo says whether it is about a tool call, a turn, all turns since a message, or the session', () => {
  assert.equal(scopeOf({ call: 'c' }, PROMPTS), 'The changes of one tool call');
  assert.equal(scopeOf({ turn: 'user-1' }, PROMPTS), 'The changes of the turn “Add a limiter”');
  assert.equal(
    scopeOf({ path: 'a.ts', turn: 'user-1' }, PROMPTS),
    'The changes of the turn “Add a limiter”',
    'its file is in the list',
  );
  assert.equal(scopeOf({ from: 'user-1' }, PROMPTS), 'All changes since the message “Add a limiter”');
  assert.equal(scopeOf({ path: 'a.ts' }, PROMPTS), 'All changes of this session to one file');
  assert.equal(scopeOf({ session: true }, PROMPTS), 'All changes of this session');
});

test('the conversation can go back only for an undo that starts at a message, and to that one', () => {
  const entries = [
    { key: 'user-1', id: 'one' },
    { key: 'user-2', id: 'two' },
  ] as Entry[];
  assert.equal(messageOf({ from: 'user-2' }, entries), 'two');
  assert.equal(messageOf({ from: 'user-3' }, entries), undefined, 'it is not loaded');
  assert.equal(messageOf({ turn: 'user-1' }, entries), undefined);
  assert.equal(messageOf(null, entries), undefined);
});

test('a turn is named by what the user typed, not by what a template made of it, nor by an answer', () => {
  const user = { role: 'user', content: [{ type: 'text', text: 'the whole template' }] };
  const entries = [
    { key: 'user-1', message: user, sentAs: { text: '/review' } },
    { key: 'user-2', message: user },
    { key: 'assistant-3', message: { role: 'assistant', content: [] } },
  ] as unknown as Entry[];
  assert.deepEqual(
    [...promptsOf(entries)],
    [
      ['user-1', '/review'],
      ['user-2', 'the whole template'],
    ],
  );
});
