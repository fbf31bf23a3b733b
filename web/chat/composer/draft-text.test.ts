import assert from 'node:assert/strict';
import test from 'node:test';
import { joined, requestOf, shellMode, without } from './draft-text.ts';

test('one exclamation mark runs a command that the model sees, two one that it does not', () => {
  assert.deepEqual(requestOf('!ls -la\n'), { kind: 'bash', command: 'ls -la', excludeFromContext: false });
  assert.deepEqual(requestOf('!! cat x'), { kind: 'bash', command: 'cat x', excludeFromContext: true });
  assert.equal(requestOf('!').kind, 'message');
  assert.equal(requestOf('!!!what').kind, 'message');
  assert.deepEqual(
    [shellMode('!'), shellMode(' !!x'), shellMode('a!'), shellMode('!!!')],
    ['shown', 'hidden', 'none', 'none'],
  );
});

test('compact, new and name are carried out, not said to the model', () => {
  assert.deepEqual(requestOf('/compact keep the plan'), { kind: 'compact', instructions: 'keep the plan' });
  assert.deepEqual(requestOf('/new'), { kind: 'new' });
  assert.deepEqual(requestOf('/name  A name '), { kind: 'name', name: 'A name' });
});

test("a command of pi's terminal interface is done by the page where it can", () => {
  assert.deepEqual(requestOf('/model claude'), { kind: 'page', action: 'pickModel' });
  assert.deepEqual(requestOf('/fork'), { kind: 'page', action: 'fork' });
  assert.deepEqual(requestOf('/name'), { kind: 'page', action: 'set_session_name' });
});

test("a command of pi's terminal interface that has no equal here says what to do instead", () => {
  const request = requestOf('/quit');
  assert.equal(request.kind === 'elsewhere' && request.instead, 'close the tab');
  assert.equal(requestOf('/constructor').kind, 'message');
});

test('commands of extensions come first, and anything else with a slash is a message', () => {
  assert.equal(requestOf('/model', new Set(['model'])).kind, 'message');
  assert.equal(requestOf('/fix-tests a.ts').kind, 'message');
  assert.equal(requestOf('/etc/hosts is broken').kind, 'message');
});

test('texts that come back stand before what is being typed, with a line between', () => {
  assert.equal(joined('one', '', 'two', 'typed'), 'one\n\ntwo\n\ntyped');
  assert.equal(joined('one', ' '), 'one');
});

test('what was typed on while a message was on its way stays', () => {
  assert.equal(without('hello', 'hello\nand more'), 'and more');
  assert.equal(without('hello', 'something else'), 'something else');
  assert.equal(without('hello', 'hello'), '');
});
