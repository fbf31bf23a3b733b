import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatDrop } from './chat-drop.ts';

const DRAGGED = 'application/x-pi-panel-path';

function chat() {
  const acts: unknown[] = [];
  const element = new EventTarget();
  const end = chatDrop({
    onover: (isOver) => acts.push(['over', isOver]),
    onpath: (path) => acts.push(['path', path]),
    onfiles: (files) => acts.push(['files', files.map(({ name }) => name)]),
  })(element as HTMLElement) as () => void;
  const send = (
    type: string,
    { path = '', files = [] as string[], types = [] as string[] } = {},
  ): boolean => {
    const dataTransfer = {
      types: [...types, ...(path === '' ? [] : [DRAGGED]), ...(files.length > 0 ? ['Files'] : [])],
      files: files.map((name) => new File(['x'], name)),
      getData: () => path,
    };
    const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { acts, send, end };
}

test('dropped files are attached, and a path of the page is mentioned', () => {
  const { acts, send } = chat();
  assert.equal(send('dragover', { files: ['a', 'b'] }), true);
  assert.equal(send('drop', { files: ['a', 'b'] }), true);
  assert.equal(send('drop', { path: 'src/a.ts', files: ['a'] }), true);
  assert.deepEqual(acts, [
    ['over', true],
    ['over', false],
    ['files', ['a', 'b']],
    ['over', false],
    ['path', 'src/a.ts'],
  ]);
});

test('dragged text is left to the field that it is dropped on', () => {
  const { acts, send } = chat();
  assert.deepEqual(
    ['dragover', 'drop'].map((type) => send(type, { types: ['text/plain'] })),
    [false, false],
  );
  assert.deepEqual(acts, [['over', false]]);
});

test('the sign that something can be dropped ends when the pointer leaves, and all of it with the page', () => {
  const { acts, send, end } = chat();
  send('dragover', { path: 'a' });
  send('dragleave');
  assert.deepEqual(acts.splice(0), [
    ['over', true],
    ['over', false],
  ]);
  end();
  send('drop', { path: 'a' });
  assert.deepEqual(acts, []);
});
