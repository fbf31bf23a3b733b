import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanNotes } from '../../shared/view/plan-notes.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { OwnNotes } from './own-notes.svelte.ts';
import { unsavedNotes } from './plan-notes.ts';

const row = (planNotes?: PlanNotes): Entry => ({
  key: 'assistant-5',
  message: { role: 'assistant', content: [], stopReason: 'stop', timestamp: 5 },
  ...(planNotes && { planNotes }),
});

/** Notes of a plan whose row can change, and what the session was asked to keep. */
function notesOf({ hasExtension = true, error = '' } = {}) {
  const sent: PlanNotes[] = [];
  const agent = {
    view: { companionProblem: hasExtension ? null : 'Not loaded.' },
    send: ({ notes }: { notes: PlanNotes }) => {
      sent.push(notes);
      return Promise.resolve(error === '' ? { success: true } : { success: false, error });
    },
  } as unknown as Agent;
  const shown = { row: row() };
  return { shown, sent, own: new OwnNotes(agent, 'assistant-5', () => shown.row) };
}

const ONCE: PlanNotes = { comments: [[2, 'Once.']], edited: '' };
const TWICE: PlanNotes = { comments: [[2, 'Twice.']], edited: '' };

test('notes are shown at once, kept by the browser until the session has them, and then follow the session', async () => {
  const { shown, sent, own } = notesOf();
  own.change({ comments: new Map([[2, 'Once.']]) });
  assert.equal(own.current.comments.get(2), 'Once.');
  assert.notEqual(unsavedNotes('assistant-5'), null);
  await Promise.all([own.save(), own.save()]);
  assert.deepEqual(sent, [ONCE]);
  shown.row = row(ONCE);
  own.onRow();
  assert.equal(unsavedNotes('assistant-5'), null);
  // Another page has changed them.
  shown.row = row(TWICE);
  own.onRow();
  assert.equal(own.current.comments.get(2), 'Twice.');
  await own.save();
  assert.equal(sent.length, 1);
});

test('notes that the session did not get are there again later, with the reason', async () => {
  const { shown, own } = notesOf({ error: 'pi does not run.' });
  own.change({ edited: '# Mine' });
  await own.save();
  assert.equal(own.failure, 'pi does not run.');
  shown.row = row(ONCE);
  own.onRow();
  assert.equal(own.current.edited, '# Mine');
  const later = notesOf();
  assert.equal(later.own.current.edited, '# Mine');
  await later.own.save();
  later.shown.row = row({ comments: [], edited: '# Mine' });
  later.own.onRow();
  assert.equal(unsavedNotes('assistant-5'), null);
});

test('without the panel’s extension, notes stay in the browser and nothing has failed', async () => {
  const { sent, own } = notesOf({ hasExtension: false });
  own.change({ edited: '# Mine' });
  await own.save();
  assert.deepEqual([sent, own.failure, own.current.edited], [[], null, '# Mine']);
});

test('notes that the session refused are sent again, and then have no reason to be unsaved', async () => {
  for (const how of ['refused', 'thrown'] as const) {
    const sent: PlanNotes[] = [];
    const send = ({ notes }: { notes: PlanNotes }): Promise<unknown> => {
      sent.push(notes);
      if (sent.length > 1) return Promise.resolve({ success: true });
      const error = 'not now';
      return how === 'thrown' ? Promise.reject(new Error(error)) : Promise.resolve({ success: false, error });
    };
    const agent = { view: { companionProblem: null }, send } as unknown as Agent;
    const own = new OwnNotes(agent, 'assistant-9', () => row());
    own.change({ edited: how });
    await own.save();
    assert.equal(own.failure, 'not now');
    await own.save();
    assert.deepEqual([sent.length, own.failure], [2, null], how);
    await own.save();
    assert.equal(sent.length, 2, how);
  }
});

test('notes that are changed while others are on their way follow them, so that the session ends with the last', async () => {
  const sent: { edited: string; answer: (answer: { success: boolean; error?: string }) => void }[] = [];
  const send = ({ notes }: { notes: PlanNotes }): Promise<unknown> =>
    new Promise((answer) => void sent.push({ edited: notes.edited ?? '', answer }));
  const agent = { view: { companionProblem: null }, send } as unknown as Agent;
  const own = new OwnNotes(agent, 'assistant-11', () => row());
  own.change({ edited: 'first' });
  const first = own.save();
  await Promise.resolve();
  own.change({ edited: 'second' });
  const second = own.save();
  await new Promise(setImmediate);
  assert.deepEqual(
    sent.map(({ edited }) => edited),
    ['first'],
  );
  sent[0]!.answer({ success: false, error: 'not now' });
  await first;
  await new Promise(setImmediate);
  sent[1]!.answer({ success: true });
  await second;
  assert.deepEqual([sent.map(({ edited }) => edited), own.failure], [['first', 'second'], null]);
});
