import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showTexts } from '../language/text.ts';
import { zh } from '../language/zh.ts';
import { countStates, folderOf, lineOf, sessionOf } from './agent-words.ts';

test('the states are counted, those that need the user first', () => {
  assert.equal(countStates(['idle', 'working', 'idle', 'needs_you']), '1 needs you · 1 working · 2 idle');
  assert.equal(countStates(['needs_you', 'needs_you']), '2 need you');
  assert.equal(countStates(['finished', 'working']), '1 working · 1 finished');
  assert.equal(countStates([]), '');
  assert.equal(countStates(['interrupted', 'working', 'interrupted']), '2 interrupted · 1 working');
});

test('an agent is labeled with its folder and its session', () => {
  assert.equal(folderOf({ workspace: '/home/anna/shop/' }), 'shop');
  assert.equal(folderOf({ workspace: 'C:\\work\\api' }), 'api');
  assert.equal(sessionOf({ session: { id: 's', name: 'Fix it' } }), 'Fix it');
  assert.equal(sessionOf({ session: { id: 's', firstMessage: 'Fix it' } }), 'Fix it');
  assert.equal(sessionOf({ session: { id: 's' } }), 'New session');
  assert.equal(sessionOf({ session: null }), 'New session');
});

test('the line of an agent whose run was interrupted by the end of the panel says so', () => {
  assert.match(lineOf({ line: 'Thinking', state: 'idle', isInterrupted: true }), /^Interrupted/);
  assert.equal(lineOf({ line: 'Thinking', state: 'working' }), 'Thinking');
});

test('the lines that the panel itself words are in the language of the page', () => {
  showTexts({ locale: 'zh-CN', dictionary: zh });
  const lines = [
    'Thinking',
    'Answering',
    'Compacting the conversation',
    'Retrying: 529 overloaded',
    'bash: ls',
  ];
  const shown = lines.map((line) => lineOf({ line, state: 'working' }));
  const line = 'The project contains extensions or settings that are not trusted yet';
  const asked = lineOf({ line, state: 'needs_you' });
  showTexts(null);
  assert.deepEqual(shown, ['思考中', '回答中', '正在压缩对话', '正在重试：529 overloaded', '运行 ls']);
  assert.notEqual(asked, line);
});

test('the line of a failed agent has the message of the provider rather than its JSON', () => {
  const line = '401: {"message":"Incorrect API key provided."}';
  assert.equal(lineOf({ line, state: 'failed' }), '401: Incorrect API key provided.');
});
