import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentOf } from './component-of.ts';

function elementOf(properties: object, parentElement: object | null = null): Element {
  return { parentElement, ...properties } as unknown as Element;
}
const inReact = (fiber: object): Element => elementOf({ __reactFiber$a: fiber });
const stackOf = (...lines: string[]): Error =>
  Object.assign(new Error(), { stack: ['Error: react-stack-top-frame', ...lines].join('\n') });
function Counter(): void {}
function Button(): void {}

const JSX = '    at exports.jsxDEV (http://localhost:1/_next/static/chunks/one.js:264:33)';
const REACT = '    at Object.react_stack_bottom_frame (http://localhost:1/_next/static/chunks/react.js:9:9)';
const LIBRARY = '    at Button (http://localhost:1/node_modules/.vite/deps/ui.js:7:7)';

test('Svelte and Vue name the component and the file, also for what is inside', async () => {
  const svelte = elementOf({ __svelte_meta: { loc: { file: 'src/App.svelte', line: 7, column: 0 } } });
  assert.deepEqual(await componentOf(svelte), { component: 'App', source: 'src/App.svelte:7' });
  const vue = elementOf({ __vueParentComponent: { type: { __name: 'Card', __file: '/app/Card.vue' } } });
  assert.deepEqual(await componentOf(elementOf({}, vue)), { component: 'Card', source: '/app/Card.vue' });
  assert.deepEqual(await componentOf(elementOf({}, elementOf({}))), { component: '', source: '' });
});

test('React names the component that has made the element, and not React itself', async () => {
  const made = '    at Counter (http://localhost:1/src/Counter.jsx?t=1:20:215)';
  const fiber = { type: 'button', _debugOwner: { type: Counter }, _debugStack: stackOf(JSX, made, REACT) };
  assert.deepEqual(await componentOf(inReact(fiber)), { component: 'Counter', source: 'src/Counter.jsx' });
  const firefox = Object.assign(new Error(), {
    stack: 'jsxDEV@http://localhost:1/a.js:1:1\nCounter@http://localhost:1/src/Counter.jsx:2:3\n',
  });
  assert.deepEqual(await componentOf(inReact({ ...fiber, _debugStack: firefox })), {
    ...{ component: 'Counter', source: 'src/Counter.jsx' },
  });
});

test('an element of a library is named by the component of the app that uses it', async () => {
  const made = '    at Counter (http://localhost:1/src/Counter.jsx:20:215)';
  const owner = { type: { render: Button }, _debugOwner: { type: Counter }, _debugStack: stackOf(JSX, made) };
  const fiber = { type: 'button', _debugOwner: owner, _debugStack: stackOf(JSX, LIBRARY) };
  assert.deepEqual(await componentOf(inReact(fiber)), { component: 'Counter', source: 'src/Counter.jsx' });
});

test('a component that runs on the server is named as well', async () => {
  const made = '    at Page (about://React/Server/webpack-internal:///(rsc)/./app/page.jsx?3:43:264)';
  const owner = { name: 'Page', env: 'Server', debugStack: stackOf('    at Promise.all (<anonymous>:1:20)') };
  const fiber = {
    type: 'h1',
    _debugOwner: owner,
    _debugStack: stackOf(JSX, made, REACT),
    return: { type: Button },
  };
  assert.deepEqual(await componentOf(inReact(fiber)), { component: 'Page', source: 'app/page.jsx' });
});

test('older React tells the file itself, or only what is around the element', async () => {
  const fiber = {
    ...{ type: 'button', _debugOwner: { type: { type: Counter } } },
    _debugSource: { fileName: '/app/src/Counter.jsx', lineNumber: 8 },
  };
  assert.deepEqual(await componentOf(inReact(fiber)), {
    component: 'Counter',
    source: '/app/src/Counter.jsx:8',
  });
  const bare = { type: 'button', return: { type: 'p', return: { type: Counter } } };
  assert.deepEqual(await componentOf(inReact(bare)), { component: 'Counter', source: '' });
});
