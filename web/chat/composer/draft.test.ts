import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/persisted.ts';
import { Draft } from './draft.svelte.ts';

beforeEach(() => {
  put('localStorage', memoryStorage());
  openTab();
});

function openTab(): { show: () => void } {
  const own = memoryStorage();
  const show = (): void => put('sessionStorage', own);
  show();
  return { show };
}

function put(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

test('each session has its own draft, also after a reload', () => {
  const draft = new Draft();
  draft.use('a', false);
  draft.text = 'for a';
  draft.use('b', false);
  assert.equal(draft.text, '');
  draft.text = 'for b';
  draft.use('a', false);
  assert.equal(draft.text, 'for a');
  const reloaded = new Draft();
  reloaded.use('b', false);
  assert.equal(reloaded.text, 'for b');
});

test('R-49: what a crash kept from localStorage comes back from the copy, but never over what was typed since', async () => {
  const kept = new Map<string, { text: string; at: number }>();
  const copies = {
    get: async (session: string) => kept.get(session),
    put: async ({ session, text, at }: { session: string; text: string; at: number }) =>
      void kept.set(session, { text, at }),
  };
  const draft = new Draft(copies);
  draft.use('a', false);
  draft.text = 'an hour of work';
  draft.use('b', false);
  draft.text = 'sent meanwhile';
  draft.sent('sent meanwhile', []);
  // The browser had not written the last minutes of it.
  localStorage.removeItem('pi-panel.draft:a');
  localStorage.setItem('pi-panel.draft:b', JSON.stringify({ text: 'sent meanwhile', at: 1 }));
  openTab();
  const after = new Draft(copies);
  after.use('a', false);
  await new Promise(setImmediate);
  assert.equal(after.text, 'an hour of work');
  after.use('b', false);
  await new Promise(setImmediate);
  assert.equal(after.text, '');

  localStorage.removeItem('pi-panel.draft:a');
  openTab();
  const quick = new Draft(copies);
  quick.use('a', false);
  quick.text = 'typed at once';
  await new Promise(setImmediate);
  assert.equal(quick.text, 'typed at once');
});

test('into a session that turns out to be empty the text goes along', () => {
  const draft = new Draft();
  draft.use('a', false);
  draft.text = 'on my way';
  draft.use('new', false);
  draft.use('new', true);
  assert.equal(draft.text, 'on my way');
  draft.sent('on my way', []);
  draft.use('a', false);
  assert.equal(draft.text, '');
});

test('R-15: what is typed while a server starts again stays, and goes along when the session was never written', () => {
  const draft = new Draft();
  draft.use('a', false);
  draft.text = 'half';
  draft.expect(null, '/work');
  draft.text += ' a thought';
  draft.use('new', false);
  draft.use('new', true);
  assert.equal(draft.text, 'half a thought');
});

test('R-57: what stands here when the page is loaded anew while the server starts again goes along', () => {
  const draft = new Draft();
  draft.use('never written', true);
  draft.text = 'half';
  for (const more of ['', ' a thought']) {
    const reloaded = new Draft();
    reloaded.expect('never written', '/work');
    reloaded.text += more;
    reloaded.use(`new${more}`, false);
    reloaded.use(`new${more}`, true);
    assert.equal(reloaded.text, `half${more}`);
  }
});

test('what was typed before the session was known is kept', () => {
  const draft = new Draft();
  draft.text = 'early';
  draft.use('a', false);
  assert.equal(draft.text, 'early');
});

test('what is typed before the session was known is typed into the draft that was there the last time', () => {
  const draft = new Draft();
  draft.use('a', false);
  draft.text = 'half a thought';
  const reloaded = new Draft();
  reloaded.expect('a', '/work');
  assert.equal(reloaded.text, 'half a thought');
  reloaded.text = 'a whole one';
  reloaded.use('a', false);
  assert.equal(reloaded.text, 'a whole one');

  const elsewhere = new Draft();
  elsewhere.expect('a', '/work');
  elsewhere.text += ' and more';
  elsewhere.use('b', false);
  assert.equal(elsewhere.text, 'and more', 'it is another session now: only what was typed goes there');
  elsewhere.use('a', false);
  assert.equal(elsewhere.text, 'a whole one');
});

test('what is typed while pi starts stays, whichever session it starts with, also over a reload', () => {
  const again = new Draft();
  again.use('a', false);
  again.text = 'half a thought';
  again.expect('a', '/work');
  again.text = 'half a thought, typed on';
  again.use('a', false);
  assert.equal(again.text, 'half a thought, typed on');

  const first = new Draft();
  first.expect(null, '');
  first.text = 'early';
  first.expect(null, '/work');
  assert.equal(first.text, 'early');
  const reloaded = new Draft();
  reloaded.expect(null, '/work');
  assert.equal(reloaded.text, 'early');
  reloaded.text += ' and more';
  reloaded.use('a', false);
  assert.equal(reloaded.text, 'half a thought, typed on\n\nearly and more');
  const next = new Draft();
  next.expect(null, '/work');
  assert.equal(next.text, '');
});

test('R-49: what stands in one tab is kept, whatever is written and sent in another one', () => {
  const first = openTab();
  const draft = new Draft();
  draft.use('a', false);
  draft.text = 'half a thought';

  openTab();
  const other = new Draft();
  other.use('a', false);
  assert.equal(other.text, 'half a thought', 'a new tab has what the last one left');
  other.text = 'sent';
  other.sent('sent', []);
  const afterwards = new Draft();
  afterwards.use('a', false);
  assert.equal(afterwards.text, '', 'what this tab sent is sent');

  first.show();
  const reloaded = new Draft();
  reloaded.use('a', false);
  assert.equal(reloaded.text, 'half a thought');

  draft.keepBeside({ key: 'pi-panel.draft:a', newValue: null });
  openTab();
  const third = new Draft();
  third.use('a', false);
  assert.equal(third.text, 'half a thought', 'also when the first tab is closed now');
});

test('a picture that is put in before the session is known goes along', async () => {
  const draft = new Draft();
  draft.expect(null, '/work');
  const picture = { id: '1', name: 'dot.png', mimeType: 'image/png', data: 'AA==', bytes: 1 };
  draft.giveBack(['look at'], [picture]);
  draft.use('a', false);
  assert.equal(draft.text, 'look at');
  assert.deepEqual(draft.images, [picture]);
  const reloaded = new Draft();
  reloaded.use('a', false);
  assert.deepEqual(reloaded.images, [picture]);
  const next = new Draft();
  next.expect(null, '/work');
  assert.deepEqual(next.images, []);
});

test('texts that come back stand before what is typed, inserted ones behind it', () => {
  const draft = new Draft();
  draft.use('a', true);
  draft.text = 'typed';
  draft.giveBack(['one', 'two']);
  draft.insert('last');
  assert.equal(draft.text, 'one\n\ntwo\n\ntyped\n\nlast');
});
