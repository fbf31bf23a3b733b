import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { favicon } from './favicon.ts';
import { markOf, titleOf } from './page-mark.ts';
import { folderName } from './page-names.ts';

const view = (parts: Partial<View> = {}): View => ({
  ...emptyView('/home/anna/shop'),
  ready: true,
  ...parts,
});
const dialog: View['dialogs'][number] = {
  type: 'extension_ui_request',
  id: 'd',
  method: 'confirm',
  title: 'Sure?',
  openedAt: 0,
};

test('the title of an idle page is the one that an extension set, or the name of the session or of the folder', () => {
  assert.equal(titleOf(view(), 0), 'shop');
  assert.equal(titleOf(view({ session: { id: 's', name: 'Fix it' } }), 0), 'Fix it');
  const titled = view({ session: { id: 's', name: 'Fix it' }, title: '\x1b[1mReview\x1b[0m\n 3/9 ' });
  assert.equal(titleOf(titled, 0), 'Review 3/9');
});

test('the title of a run has a mark and the duration', () => {
  assert.equal(titleOf(view({ run: { startedAt: 1_000 } }), 66_000), '● running 1:05 · shop');
});

test('a dialog takes precedence over the run that waits for it', () => {
  const waiting = view({ run: { startedAt: 0 }, dialogs: [dialog] });
  assert.equal(markOf(waiting), 'waiting');
  assert.equal(titleOf(waiting, 0), '? waiting for you · shop');
});

test('a screen of an extension that waits for keys counts as a question, and a game does not', () => {
  const screen = { columns: 80, rows: 24 };
  const drawn: View['drawn'][number] = { id: 's', kind: 'screen', lines: ['Which way?'], screen };
  const asks = view({ drawn: [{ ...drawn, screen: { ...screen, isWaiting: true } }] });
  assert.equal(titleOf(asks, 0), '? waiting for you · shop');
  assert.equal(titleOf(view({ drawn: [drawn] }), 0), 'shop');
});

test('the number of other agents that wait comes first', () => {
  const waiting = view({ dialogs: [dialog] });
  const running = view({ run: { startedAt: 0 } });
  assert.equal(titleOf(running, 0, { waiting: 1, urgent: 1 }), '? another agent waits for you · shop');
  assert.equal(titleOf(running, 0, { waiting: 2, urgent: 3 }), '? 2 agents wait for you · shop');
  assert.equal(titleOf(waiting, 0, { waiting: 2, urgent: 2 }), '? 3 agents wait for you · shop');
});

test('while no agent waits, the number of others that the user should look at comes first', () => {
  const others = { waiting: 0, urgent: 3 };
  assert.equal(titleOf(view({ run: { startedAt: 0 } }), 0, others), '(3) ● running 0 s · shop');
  assert.equal(titleOf(view(), 0, others), '(3) shop');
});

test('an agent that has exited is marked', () => {
  const gone = view({ exit: { code: 1, signal: null, reason: 'It ended.', stderr: '' } });
  assert.equal(titleOf(gone, 0), '! agent gone · shop');
});

test('the name of a folder is its last part, also on Windows', () => {
  assert.equal(folderName('/home/anna/shop/'), 'shop');
  assert.equal(folderName('C:\\work\\shop'), 'shop');
  assert.equal(folderName('/'), '/');
});

test('each mark has a different icon', () => {
  const icons = (['idle', 'running', 'waiting', 'failed', 'finished'] as const).map((mark) => favicon(mark));
  assert.equal(new Set(icons).size, 5);
  for (const icon of icons) assert.match(icon, /^data:image\/svg\+xml,%3Csvg/);
});

test('the icon has the number of agents that the user should look at', () => {
  const textOf = (count: number) =>
    /<text[^>]*>(.*)<\/text>/.exec(decodeURIComponent(favicon('waiting', count)))?.[1];
  assert.deepEqual([0, 1, 9, 10].map(textOf), [undefined, '1', '9', '9+']);
});
