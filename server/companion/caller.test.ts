import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerIn, filesOf, nameOf } from './caller.ts';

const OWN = new URL('watch-ui.ts', import.meta.url).pathname;
const PI = '/x/node_modules/@earendil-works/pi-coding-agent/dist';

const stackOf = (...places: string[]): string =>
  ['Error', ...places.map((place) => `    at ${place}`)].join('\n');

test('the caller is the first file that is neither ours nor pi’s', () => {
  const stack = stackOf(
    `Object.calls.<computed> [as custom] (${OWN}:40:3)`,
    `handler (/home/me/.pi/agent/extensions/snake.ts:7:21)`,
    `async ExtensionRunner.emit (${PI}/core/extensions/runner.js:1:2)`,
    `process.processTicksAndRejections (node:internal/process/task_queues:104:5)`,
  );
  assert.deepEqual(callerIn(stack), { name: 'snake.ts', path: '/home/me/.pi/agent/extensions/snake.ts' });
});

test('a call by pi itself, or without a stack, has no caller', () => {
  assert.equal(callerIn(stackOf(`custom (${OWN}:1:1)`, `open (${PI}/bundle/index.js:9:9)`)), null);
  assert.equal(callerIn(stackOf('/$bunfs/root/pi:1:1')), null);
  assert.equal(callerIn(undefined), null);
});

test('frames are read in all of V8’s formats: with and without a function, asynchronous, as a URL, on Windows', () => {
  const stack = stackOf(
    '/a/one.ts:1:2',
    'async /a/two.ts:1:2',
    'async Promise.all (index 0)',
    'named (file:///a/with%20space.ts:1:2)',
    'new Thing (C:\\work\\three.ts:1:2)',
  );
  assert.deepEqual(filesOf(stack), ['/a/one.ts', '/a/two.ts', '/a/with space.ts', 'C:\\work\\three.ts']);
});

test('an extension is named after its file, its folder, or its package', () => {
  assert.equal(nameOf('/x/todo.ts'), 'todo.ts');
  assert.equal(nameOf('/x/plan-mode/index.ts'), 'plan-mode');
  assert.equal(nameOf('/x/plan-mode/src/index.ts'), 'plan-mode');
  assert.equal(nameOf('/x/node_modules/@me/pi-things/dist/main.js'), '@me/pi-things');
  const examples = '/x/node_modules/@earendil-works/pi-coding-agent/examples/extensions';
  assert.equal(nameOf(`${examples}/snake.ts`), 'snake.ts');
  assert.equal(nameOf(`${examples}/plan-mode/index.ts`), 'plan-mode');
});

test('a call by a library of an extension is made by the extension', () => {
  const helper = '/home/me/.pi/agent/npm/node_modules/some-ui/dist/index.js:3:9';
  const runner = `async ExtensionRunner.emit (${PI}/core/extensions/runner.js:1:2)`;
  const called = (...places: string[]): string | undefined =>
    callerIn(stackOf(`custom (${OWN}:1:1)`, `custom (${PI}/core/extensions/runner.js:371:62)`, ...places))
      ?.name;
  // pi calls the extension, which calls the library.
  assert.equal(called(`show (${helper})`, '/home/me/.pi/agent/extensions/ask.ts:7:21', runner), 'ask.ts');
  const packaged = '/home/me/.pi/agent/npm/node_modules/pi-ask/index.ts:7:21';
  assert.equal(called(`show (${helper})`, `async handler (${packaged})`, runner), 'pi-ask');
  // The library calls the extension back, or another extension is further out.
  const wrapped = `wrap (${helper})`;
  assert.equal(called('/home/me/.pi/agent/extensions/ask.ts:7:21', wrapped, runner), 'ask.ts');
  assert.equal(
    called('/x/one.ts:7:21', `emit (${PI}/core/event-bus.js:1:2)`, '/x/two.ts:1:2', runner),
    'one.ts',
  );
  // From a timer, only the library is on the stack.
  const inside = (folder: string): string => `show (${folder}/node_modules/some-ui/dist/index.js:3:9)`;
  assert.equal(called(inside('/home/me/.pi/agent/extensions/ask')), 'ask');
  assert.equal(called(inside('/home/me/.pi/agent/git/github.com/me/pi-ask')), 'pi-ask');
  assert.equal(called(inside('/x/node_modules/@me/pi-ask')), '@me/pi-ask');
  assert.equal(called(`show (${helper})`), 'some-ui');
});
