import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { DraftHistories } from './draft-histories.ts';
import { Draft } from './draft.svelte.ts';

beforeEach(() => {
  provide('localStorage', memoryStorage());
  openTab();
});

function openTab(): { show: () => void } {
  const own = memoryStorage();
  const show = (): void => provide('sessionStorage', own);
  show();
  return { show };
}

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

test('each session has its own draft, also after a reload', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'for a';
  draft.openSession('b', false);
  assert.equal(draft.text, '');
  draft.text = 'for b';
  draft.openSession('a', false);
  assert.equal(draft.text, 'for a');
  const reloaded = new Draft();
  reloaded.openSession('b', false);
  assert.equal(reloaded.text, 'for b');
});

test('R-49: text that localStorage lost in a crash is restored from the copy, but never replaces newer text', async () => {
  const kept = new Map<string, { text: string; at: number }>();
  const copies = {
    get: async (session: string) => kept.get(session),
    put: async ({ session, text, at }: { session: string; text: string; at: number }) =>
      void kept.set(session, { text, at }),
  };
  const draft = new Draft(copies);
  draft.openSession('a', false);
  draft.text = 'an hour of work';
  draft.openSession('b', false);
  draft.text = 'sent meanwhile';
  draft.removeSent('sent meanwhile', []);
  // The browser had not written the last minutes to the disk.
  localStorage.removeItem('pi-panel.draft:a');
  localStorage.setItem('pi-panel.draft:b', JSON.stringify({ text: 'sent meanwhile', at: 1 }));
  openTab();
  const after = new Draft(copies);
  after.openSession('a', false);
  await new Promise(setImmediate);
  assert.equal(after.text, 'an hour of work');
  after.openSession('b', false);
  await new Promise(setImmediate);
  assert.equal(after.text, '');

  localStorage.removeItem('pi-panel.draft:a');
  openTab();
  const quick = new Draft(copies);
  quick.openSession('a', false);
  quick.text = 'typed at once';
  await new Promise(setImmediate);
  assert.equal(quick.text, 'typed at once');
});

test('a copy that is read after another session was opened does not reach that session', async () => {
  const { promise, resolve } = Promise.withResolvers<{ text: string; at: number }>();
  const copies = {
    get: (session: string) => (session === 'a' ? promise : Promise.resolve(undefined)),
    put: () => Promise.resolve(),
  };
  const draft = new Draft(copies);
  draft.openSession('a', false);
  draft.openSession('b', false);
  resolve({ text: 'an hour of work', at: Date.now() });
  await new Promise(setImmediate);
  assert.equal(draft.text, '');
  openTab();
  const after = new Draft(copies);
  after.openSession('a', false);
  await new Promise(setImmediate);
  assert.equal(after.text, 'an hour of work', 'the copy is still there for its own session');
});

test('the text moves into a session that turns out to be empty', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'on my way';
  draft.openSession('new', false);
  draft.openSession('new', true);
  assert.equal(draft.text, 'on my way');
  draft.removeSent('on my way', []);
  draft.openSession('a', false);
  assert.equal(draft.text, '');
});

test('the text of another session does not move into a session that had rows and becomes empty', () => {
  const [ofA, ofB, none] = [['a row'], ['another row'], []];
  for (const first of [ofA, ofB]) {
    const draft = new Draft();
    draft.openSession('a', false, ofA);
    draft.text = 'half a thought';
    draft.openSession('b', false, first);
    draft.openSession('b', false, ofB);
    // The user edits the first message of the session, so that pi goes back to its start.
    draft.openSession('b', true, none);
    assert.equal(draft.text, '');
  }
  const draft = new Draft();
  draft.openSession('a', false, ofA);
  draft.text = 'half a thought';
  draft.openSession('new', false, ofA);
  draft.openSession('new', true, none);
  assert.equal(draft.text, 'half a thought', 'the rows of the previous session were still shown');
});

test('text typed after the user asked for another session goes into that one, and the rest stays', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'for a';
  draft.leaveSession();
  draft.text = 'for a, for b';
  draft.openSession('a', false);
  draft.openSession('b', false);
  assert.equal(draft.text, ', for b');
  draft.openSession('a', false);
  assert.equal(draft.text, 'for a');

  // A session that does not open gets nothing.
  const stay = draft.leaveSession();
  draft.text = 'for a only';
  stay();
  draft.openSession('b', false);
  assert.equal(draft.text, ', for b');
  draft.openSession('a', false);
  assert.equal(draft.text, 'for a only');
});

test('R-15: text typed while the server restarts stays, and moves to the next session if the old one was never stored', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'half';
  draft.expectSession(null, 'agent-1');
  draft.text += ' a thought';
  draft.openSession('new', false);
  draft.openSession('new', true);
  assert.equal(draft.text, 'half a thought');
});

test('R-57: a draft survives a reload of the page while the server restarts', () => {
  const draft = new Draft();
  draft.openSession('never written', true);
  draft.text = 'half';
  for (const more of ['', ' a thought']) {
    const reloaded = new Draft();
    reloaded.expectSession('never written', 'agent-1');
    reloaded.text += more;
    reloaded.openSession(`new${more}`, false);
    reloaded.openSession(`new${more}`, true);
    assert.equal(reloaded.text, `half${more}`);
  }
});

test('comments survive a reload and are shown in the next tab, until they are sent', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  const place = { path: 'a.ts', line: 1 };
  draft.attached.addComment({ title: 'a.ts:1', quote: 'one', place, comment: 'Why?' });
  draft.attached.addComment({ title: 'a.ts:2', quote: 'two', place: { ...place, line: 2 }, comment: 'Hm.' });
  draft.attached.changeComment(draft.attached.comments[1]!.id, 'Rename it.');
  const commentsOf = (one: Draft): string[] =>
    one.attached.comments.map(({ title, comment }) => `${title} ${comment}`);

  const reloaded = new Draft();
  reloaded.openSession('a', false);
  assert.deepEqual(commentsOf(reloaded), ['a.ts:1 Why?', 'a.ts:2 Rename it.']);
  openTab();
  const other = new Draft();
  other.openSession('a', false);
  assert.deepEqual(commentsOf(other), ['a.ts:1 Why?', 'a.ts:2 Rename it.']);
  other.removeSent('', other.attached.list);
  openTab();
  const later = new Draft();
  later.openSession('a', false);
  assert.deepEqual(commentsOf(later), []);
});

test('text typed before the session is known is kept', () => {
  const draft = new Draft();
  draft.text = 'early';
  draft.openSession('a', false);
  assert.equal(draft.text, 'early');
});

test('text typed before the session is known goes into the draft of the last session', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'half a thought';
  const reloaded = new Draft();
  reloaded.expectSession('a', 'agent-1');
  assert.equal(reloaded.text, 'half a thought');
  reloaded.text = 'a whole one';
  reloaded.openSession('a', false);
  assert.equal(reloaded.text, 'a whole one');

  const elsewhere = new Draft();
  elsewhere.expectSession('a', 'agent-1');
  elsewhere.text += ' and more';
  elsewhere.openSession('b', false);
  assert.equal(elsewhere.text, 'and more', 'another session opened: only the new text moves there');
  elsewhere.openSession('a', false);
  assert.equal(elsewhere.text, 'a whole one');
});

test('text typed while pi starts stays, whichever session opens, even after a reload', () => {
  const again = new Draft();
  again.openSession('a', false);
  again.text = 'half a thought';
  again.expectSession('a', 'agent-1');
  again.text = 'half a thought, typed on';
  again.openSession('a', false);
  assert.equal(again.text, 'half a thought, typed on');

  const first = new Draft();
  first.expectSession(null, 'agent-1');
  first.text = 'early';
  first.expectSession(null, 'agent-1');
  assert.equal(first.text, 'early');
  const reloaded = new Draft();
  reloaded.expectSession(null, 'agent-1');
  assert.equal(reloaded.text, 'early');
  reloaded.text += ' and more';
  reloaded.openSession('a', false);
  assert.equal(reloaded.text, 'half a thought, typed on\n\nearly and more');
  const next = new Draft();
  next.expectSession(null, 'agent-1');
  assert.equal(next.text, '');
});

test('what was attached before the session was known moves into the session that opens, once', () => {
  const draft = new Draft();
  draft.expectSession(null, 'agent-1');
  draft.attached.addText({ title: 'log', text: 'boom' });
  const reloaded = new Draft();
  reloaded.expectSession('a', 'agent-1');
  reloaded.openSession('a', false);
  assert.deepEqual(
    reloaded.attached.list.map((one) => 'title' in one && one.title),
    ['log'],
  );
  reloaded.removeSent('', reloaded.attached.list);
  const next = new Draft();
  next.expectSession('b', 'agent-1');
  next.openSession('b', false);
  assert.deepEqual(next.attached.list, []);
});

test('R-49: each tab keeps its draft, whatever another tab types and sends', () => {
  const first = openTab();
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'half a thought';

  openTab();
  const other = new Draft();
  other.openSession('a', false);
  assert.equal(other.text, 'half a thought', 'a new tab opens with the last draft');
  other.text = 'sent';
  other.removeSent('sent', []);
  const afterwards = new Draft();
  afterwards.openSession('a', false);
  assert.equal(afterwards.text, '', 'this tab has sent its draft');

  first.show();
  const reloaded = new Draft();
  reloaded.openSession('a', false);
  assert.equal(reloaded.text, 'half a thought');

  draft.onStorage({ key: 'pi-panel.draft:a', newValue: null });
  openTab();
  const third = new Draft();
  third.openSession('a', false);
  assert.equal(third.text, 'half a thought', 'the draft outlives the first tab');
});

test('an image attached before the session is known moves into the session', async () => {
  const draft = new Draft();
  draft.expectSession(null, 'agent-1');
  const image = { id: '1', name: 'dot.png', mimeType: 'image/png', data: 'AA==', bytes: 1 };
  draft.prepend(['look at'], [image]);
  draft.openSession('a', false);
  assert.equal(draft.text, 'look at');
  assert.deepEqual(draft.attached.list, [image]);
  const reloaded = new Draft();
  reloaded.openSession('a', false);
  assert.deepEqual(reloaded.attached.list, [image]);
  const next = new Draft();
  next.expectSession(null, 'agent-1');
  assert.deepEqual(next.attached.list, []);
});

test('returned messages are placed before the text, added ones after it', () => {
  const draft = new Draft();
  draft.openSession('a', true);
  draft.text = 'typed';
  draft.prepend(['one', 'two']);
  draft.append('last');
  assert.equal(draft.text, 'one\n\ntwo\n\ntyped\n\nlast');
});

test('text that is typed while an empty session opens stays in one piece', () => {
  const draft = new Draft();
  const rows = [{}];
  draft.openSession('a', false, rows);
  draft.text = 'Fix';
  draft.openSession('b', false, rows);
  draft.text = ' the test';
  draft.openSession('b', true, []);
  assert.equal(draft.text, 'Fix the test');
});

test('a draft stays with its agent, even if the next agent is starting or its session is empty', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'half a thought';
  draft.leaveAgent();
  draft.expectSession(null, 'agent-2');
  assert.equal(draft.text, '');
  draft.openSession('new', true);
  assert.equal(draft.text, '');
  draft.leaveAgent();
  draft.openSession('a', false);
  assert.equal(draft.text, 'half a thought');
});

test('text for an agent that is starting is not shown with another one, and moves into its session later', () => {
  const draft = new Draft();
  draft.expectSession(null, 'agent-1');
  draft.text = 'for the first';
  const first = draft.session;
  draft.leaveAgent();
  draft.expectSession(null, 'agent-2');
  assert.equal(draft.text, '');
  draft.text = 'for the second';
  draft.openSession('b', true);
  draft.at(first).append('late');
  assert.equal(draft.text, 'for the second');
  draft.leaveAgent();
  draft.expectSession(null, 'agent-1');
  assert.equal(draft.text, 'for the first\n\nlate');
  draft.leaveAgent();
  draft.expectSession('b', 'agent-2');
  draft.openSession('b', true);
  draft.leaveAgent();
  // By now its session is known.
  draft.expectSession('a', 'agent-1');
  assert.equal(draft.text, '');
  draft.openSession('a', false);
  assert.equal(draft.text, 'for the first\n\nlate');
  const reloaded = new Draft();
  reloaded.expectSession(null, 'agent-1');
  assert.equal(reloaded.text, '', 'it moved');
});

test('a pasted command for an agent that is starting is still text in its session', () => {
  const draft = new Draft();
  draft.expectSession(null, 'agent-1');
  draft.paste('!rm -r build');
  draft.leaveAgent();
  draft.expectSession('a', 'agent-1');
  draft.openSession('a', false);
  assert.deepEqual([draft.text, draft.isPlain], ['!rm -r build', true]);
});

test('a file that is read slowly is attached to the draft for which it was chosen', async () => {
  const draft = new Draft();
  draft.openSession('a', false);
  const added = draft.attached.addFiles([new File(['1,2'], 'table.csv')]);
  draft.openSession('b', false);
  await added;
  assert.deepEqual(draft.attached.list, []);
  draft.openSession('a', false);
  assert.match(JSON.stringify(draft.attached.list), /"title":"table.csv"/);
  assert.equal(draft.attached.list.length, 1);
});

test('undo shows earlier texts of the same session, also after others were open', () => {
  const draft = new Draft();
  draft.recorder = new DraftHistories();
  draft.openSession('a', false);
  draft.text = 'of a';
  draft.openSession('b', false);
  assert.equal(draft.travel('undo'), false);
  draft.text = 'of b';
  draft.openSession('a', false);
  assert.equal(draft.travel('undo'), true);
  assert.equal(draft.text, '');
  draft.travel('redo');
  assert.equal(draft.text, 'of a');
});

test('text that was typed before the session was known returns to its session after a wait', () => {
  const draft = new Draft();
  draft.expectSession(null, 'agent-1');
  const early = draft.session;
  draft.openSession('a', true);
  assert.equal(draft.at(early), draft);
  draft.openSession('b', false);
  draft.at(early).append('late');
  assert.equal(draft.text, '');
  draft.openSession('a', false);
  assert.equal(draft.text, 'late');
});

test('pasted text that begins like a command is text until its start is changed, also after a reload', () => {
  const draft = new Draft();
  draft.recorder = new DraftHistories();
  draft.openSession('a', false);
  draft.paste('!important');
  assert.equal(draft.isPlain, true);
  draft.text = '!important, why?';
  assert.equal(draft.isPlain, true);
  const reloaded = new Draft();
  reloaded.openSession('a', false);
  assert.equal(reloaded.isPlain, true);
  draft.text = 'important, why?';
  draft.text = '!important, why?';
  assert.equal(draft.isPlain, false);
  draft.travel('undo');
  draft.travel('undo');
  assert.deepEqual([draft.text, draft.isPlain], ['!important, why?', true]);
});

test('a paste behind a typed sign is part of the command', () => {
  const draft = new Draft();
  draft.text = '!';
  draft.paste('!ls -la');
  assert.equal(draft.isPlain, false);
});

test('what is left after a message was sent is text, even if it begins like a command then', () => {
  const draft = new Draft();
  draft.text = 'fix it';
  draft.paste('fix it\n\n!important');
  draft.removeSent('fix it', []);
  assert.deepEqual(draft.written, { text: '!important', isPlain: true });
});

test('a message that comes back was text if it began like a command of the shell', () => {
  const draft = new Draft();
  draft.prepend(['!important']);
  assert.equal(draft.isPlain, true);
  draft.prepend(['/template with arguments']);
  assert.equal(draft.isPlain, false);
});

test('the draft stays behind when the user asks for a session that looks empty at first', () => {
  const draft = new Draft();
  draft.openSession('a', false, ['a row']);
  draft.text = 'a secret of a';
  draft.leaveSession();
  draft.openSession('b', true, []);
  assert.equal(draft.text, '');
  draft.openSession('b', false, ['another row']);
  assert.equal(draft.text, '');
});

test('what was typed before the code of the histories was loaded can be undone as well', () => {
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'typed at once';
  draft.recorder = new DraftHistories();
  assert.equal(draft.travel('undo'), true);
  assert.equal(draft.text, '');
});
