import assert from 'node:assert/strict';
import test from 'node:test';
import { listActions } from '../../actions/table.ts';
import { joinTexts, parseRequest, withoutSent, shellMode, type Request } from './draft-text.ts';

const parse = (text: string, ...known: string[]): Request =>
  parseRequest(text, { known: new Set(known), actions: listActions([]) });

/** The id of the action that a text asks for. */
const actionOf = (text: string): string | null => {
  const request = parse(text);
  return request.kind === 'action' ? request.action.id : null;
};

test('one exclamation mark runs a command whose output the model sees, two one whose output it does not', () => {
  assert.deepEqual(parse('!ls -la\n'), { kind: 'bash', command: 'ls -la', excludeFromContext: false });
  assert.deepEqual(parse('!! cat x'), { kind: 'bash', command: 'cat x', excludeFromContext: true });
  assert.equal(parse('!').kind, 'message');
  assert.equal(parse('!!!what').kind, 'message');
  assert.deepEqual(
    [shellMode('!'), shellMode(' !!x'), shellMode('a!'), shellMode('!!!')],
    ['shown', 'hidden', 'none', 'none'],
  );
});

test('a slash command that brings its argument is sent to pi without a further question', () => {
  const sent = (text: string) => {
    const request = parse(text);
    return request.kind === 'command' ? request.command : null;
  };
  assert.deepEqual(sent('/compact keep the plan'), { type: 'compact', customInstructions: 'keep the plan' });
  assert.deepEqual(sent('/compact'), { type: 'compact' });
  assert.deepEqual(sent('/new'), { type: 'new_session' });
  assert.deepEqual(sent('/name  A name '), { type: 'set_session_name', name: 'A name' });
  assert.deepEqual(sent('/thinking high'), { type: 'set_thinking_level', level: 'high' });
});

test('a slash command without its argument runs the action, which asks for it', () => {
  assert.equal(actionOf('/model claude'), 'set_model');
  assert.equal(actionOf('/fork'), 'fork');
  assert.equal(actionOf('/name'), 'set_session_name');
  assert.equal(actionOf('/thinking hard'), 'set_thinking_level');
});

test("a command of pi's TUI that the page does not have says what to do instead", () => {
  const request = parse('/quit');
  assert.equal(request.kind === 'elsewhere' && request.instead, 'close the tab');
  assert.equal(parse('/constructor').kind, 'message');
});

test('commands of extensions take precedence, and any other text with a slash is a message', () => {
  assert.equal(parse('/model', 'model').kind, 'message');
  assert.equal(parse('/fix-tests a.ts').kind, 'message');
  assert.equal(parse('/etc/hosts is broken').kind, 'message');
});

test('texts that come back precede what is being typed, with an empty line between', () => {
  assert.equal(joinTexts('one', '', 'two', 'typed'), 'one\n\ntwo\n\ntyped');
  assert.equal(joinTexts('one', ' '), 'one');
});

test('what was typed while a message was being sent stays', () => {
  assert.equal(withoutSent('hello', 'hello\nand more'), 'and more');
  assert.equal(withoutSent('hello', 'something else'), 'something else');
  assert.equal(withoutSent('hello', 'hello'), '');
});
