import assert from 'node:assert/strict';
import test from 'node:test';
import { listActions } from '../../../actions/table.ts';
import {
  insertWord,
  joinTexts,
  messageOf,
  parseRequest,
  withoutSent,
  shellMode,
  type Request,
} from './draft-text.ts';
import { insteadOf } from './instead.ts';

const parse = (text: string, ...known: string[]): Request =>
  parseRequest(text, { known: new Set(known), actions: listActions([]), isPlain: false });

/** Returns the id of the action that a text runs, and its argument. */
const actionOf = (text: string): [string, string] | null => {
  const request = parse(text);
  return request.kind === 'action' ? [request.action.id, request.argument] : null;
};

test('`!` runs a command whose output the model sees; the model does not see that of `!!`', () => {
  assert.deepEqual(parse('!ls -la\n'), { kind: 'bash', command: 'ls -la', excludeFromContext: false });
  assert.deepEqual(parse('!! cat x'), { kind: 'bash', command: 'cat x', excludeFromContext: true });
  assert.equal(parse('!').kind, 'message');
  assert.equal(parse('!!!what').kind, 'message');
  assert.deepEqual(
    [shellMode('!'), shellMode(' !!x'), shellMode('a!'), shellMode('!!!')],
    ['shown', 'hidden', 'none', 'none'],
  );
});

test('a slash command of the page runs its action with the rest of the text as argument', () => {
  assert.deepEqual(actionOf('/compact keep the plan'), ['compact', 'keep the plan']);
  assert.deepEqual(actionOf('/name  A name '), ['set_session_name', 'A name']);
  assert.deepEqual(actionOf('/model claude'), ['set_model', 'claude']);
  assert.deepEqual(actionOf('/export f.html'), ['export_html', 'f.html']);
  assert.deepEqual(actionOf('/fork'), ['fork', '']);
});

test("for a command of pi's TUI that the page does not have, an alternative is suggested", () => {
  assert.deepEqual(parse('/quit'), { kind: 'elsewhere', command: 'quit' });
  assert.deepEqual(['quit', 'arminsayshi'].map(insteadOf), [
    'close the tab',
    'run pi in a terminal for that',
  ]);
  assert.equal(parse('/debug').kind, 'elsewhere');
  assert.deepEqual(parse('/constructor'), { kind: 'message', text: '/constructor', unknown: 'constructor' });
});

test('commands of extensions take precedence, and any other text with a slash is a message', () => {
  assert.equal(parse('/model', 'model').kind, 'message');
  assert.equal(parse('/fix-tests a.ts').kind, 'message');
  assert.equal(parse('/etc/hosts is broken').kind, 'message');
});

test('a word is inserted with spaces around it where there are none', () => {
  assert.deepEqual(insertWord('', 0, '@a.ts'), ['@a.ts ', 6]);
  assert.deepEqual(insertWord('see', 3, '@a.ts'), ['see @a.ts ', 10]);
  assert.deepEqual(insertWord('see  it', 4, '@a.ts'), ['see @a.ts it', 9]);
});

test('texts are joined with an empty line between them', () => {
  assert.equal(joinTexts('one', '', 'two', 'typed'), 'one\n\ntwo\n\ntyped');
  assert.equal(joinTexts('one', ' '), 'one');
});

test('text typed while a message was being sent stays', () => {
  assert.equal(withoutSent('hello', 'hello\nand more'), 'and more');
  assert.equal(withoutSent('hello', 'something else'), 'something else');
  assert.equal(withoutSent('hello', 'hello'), '');
});

test('attached texts follow the typed text: a paste unchanged, others with their title and in a fence', () => {
  const paste = { id: '1', title: null, text: 'pasted\n' };
  const quote = { id: '2', title: 'a.md', text: 'a\n````\nb' };
  assert.equal(
    messageOf('explain', [paste, quote]),
    'explain\n\npasted\n\n\na.md:\n`````\na\n````\nb\n`````',
  );
  assert.equal(messageOf('', [paste]), 'pasted\n');
});

test('comments are appended, each with its title, the lines in a fence, and the user’s text', () => {
  const change = {
    id: '1',
    title: 'src/a.ts:2-3',
    quote: '-old\n+new',
    isDiff: true as const,
    place: { path: 'src/a.ts', line: 2, hunk: 'h' },
    comment: ' Why? ',
  };
  const output = { id: '2', title: 'Output of ls', quote: '```', place: { run: 'r' }, comment: 'Odd.' };
  assert.equal(
    messageOf('Two things:', [change, output]),
    'Two things:\n\nsrc/a.ts:2-3\n```diff\n-old\n+new\n```\nWhy?\n\nOutput of ls\n````\n```\n````\nOdd.',
  );
  assert.equal(messageOf('', [output]), 'Output of ls\n````\n```\n````\nOdd.');
});

test('a message with only images gets a text', () => {
  const image = { id: '1', name: 'a.png', mimeType: 'image/png', data: '', bytes: 1 };
  assert.equal(messageOf(' ', [image]), 'See the attached image.');
  assert.equal(messageOf('what?', [image]), 'what?');
});
