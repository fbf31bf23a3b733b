// What stays with a draft, and what moves, when the page goes from one session or agent to another.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import type { Attachment } from './attachment.ts';
import { Draft } from './draft.svelte.ts';

beforeEach(() => {
  provide('localStorage', memoryStorage());
  openTab();
});

function openTab(): void {
  provide('sessionStorage', memoryStorage());
}

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

function opened(session: string, text = ''): Draft {
  const draft = new Draft();
  draft.openSession(session, false);
  if (text !== '') draft.text = text;
  return draft;
}

const log = (title: string): Attachment => ({ id: title, title, text: 'boom' });
const titles = ({ attached }: Draft): unknown[] => attached.list.map((one) => 'title' in one && one.title);

test('what is attached to a draft stays with its session if another one opens than expected', () => {
  opened('a').attached.list = [log('of a')];
  const reloaded = new Draft();
  reloaded.expectSession('a', 'agent-1');
  reloaded.attached.list = [...reloaded.attached.list, log('early')];
  reloaded.openSession('b', false);
  assert.deepEqual(titles(reloaded), ['early']);
  reloaded.openSession('a', false);
  assert.deepEqual(titles(reloaded), ['of a']);
});

test('what is attached before the session is known comes after what its draft has', () => {
  opened('a').attached.list = [log('stored')];
  const early = new Draft();
  early.attached.list = [log('early')];
  early.openSession('a', false);
  assert.deepEqual(titles(early), ['stored', 'early']);
  assert.deepEqual(titles(opened('a')), ['stored', 'early'], 'also after a reload');
});

test('attachments move with the text into a new session, and leave the old one once they are sent', () => {
  const draft = opened('a', 'look at');
  draft.attached.list = [log('of a')];
  draft.openSession('new', true);
  assert.deepEqual([draft.text, titles(draft)], ['look at', ['of a']]);
  draft.removeSent('look at', draft.attached.list);
  draft.openSession('a', false);
  assert.deepEqual([draft.text, titles(draft)], ['', []]);
});

test('the draft of the session before does not replace what an empty session already has', () => {
  opened('with text', 'its own');
  opened('with a file').attached.list = [log('its own')];
  for (const session of ['with text', 'with a file']) {
    const draft = opened('a', 'of a');
    draft.openSession(session, false);
    draft.openSession(session, true);
    const isText = session === 'with text';
    assert.deepEqual([draft.text, titles(draft)], isText ? ['its own', []] : ['', ['its own']]);
  }
});

test('a pasted command is still text in its session, although another one opened than expected', () => {
  opened('a').paste('!important');
  const reloaded = new Draft();
  reloaded.expectSession('a', 'agent-1');
  reloaded.text += ' and more';
  reloaded.openSession('b', false);
  reloaded.openSession('a', false);
  assert.deepEqual(reloaded.written, { text: '!important', isPlain: true });
});

test('a command that is pasted before the session is known is text in that session', () => {
  const draft = new Draft();
  draft.paste('!rm -r build');
  draft.openSession('a', false);
  assert.deepEqual(draft.written, { text: '!rm -r build', isPlain: true });
});

test('nothing of an agent that the user leaves follows to the next one', () => {
  const draft = opened('a', 'half a thought');
  draft.unanswered = { key: 'k', text: 'half' };
  draft.edit = { end: 'end', text: 'before the edit' };
  draft.openSession('b', false);
  draft.openSession('a', false);
  draft.leaveAgent();
  assert.equal(draft.edit, null);
  draft.expectSession(null, 'agent-2');
  assert.deepEqual([draft.text, draft.unanswered, draft.edit], ['', null, null]);
  draft.openSession('c', true);
  assert.deepEqual([draft.text, draft.unanswered, draft.edit], ['', null, null]);
});

test('a draft that was left for a session with rows does not appear in the empty session of another agent', () => {
  const draft = opened('a', 'a secret of a');
  draft.openSession('b', false);
  draft.leaveAgent();
  draft.openSession('c', true);
  assert.equal(draft.text, '');
});

test('a message to another agent does not remove the draft that moved into a new session', () => {
  const draft = opened('a', 'half a thought');
  draft.openSession('new', true);
  draft.leaveAgent();
  draft.openSession('c', false);
  draft.text = 'to another agent';
  draft.removeSent('to another agent', []);
  draft.leaveAgent();
  draft.openSession('a', false);
  assert.equal(draft.text, 'half a thought');
});

test('an edit can be canceled only in its own session', () => {
  const draft = opened('a');
  draft.edit = { end: 'end', text: '' };
  draft.cancelEdit = () => assert.fail('another session is shown');
  draft.openSession('b', false);
  assert.deepEqual([draft.edit, draft.cancelEdit], [null, null]);
  draft.openSession('a', false);
  assert.deepEqual(draft.edit, { end: 'end', text: '' });
});

test('a message without a response is remembered for its session, also by the next tab', () => {
  const early = new Draft();
  early.expectSession(null, 'agent-1');
  early.unanswered = { key: 'k', text: 'hello' };
  early.openSession('a', false);
  assert.equal(early.unanswered.key, 'k', 'it was sent before the session was known');
  early.openSession('b', false);
  assert.equal(early.unanswered, null);
  openTab();
  assert.deepEqual(opened('a').unanswered, { key: 'k', text: 'hello' });
  assert.equal(opened('b').unanswered, null);
});

test('a text that another tab writes is not replaced by the draft of this one', () => {
  const draft = opened('a', 'mine');
  openTab();
  opened('a').text = 'written later';
  draft.onStorage({ key: 'pi-panel.draft:a', newValue: '{}' });
  openTab();
  assert.equal(opened('a').text, 'written later');
});

test('a text that becomes part of the message is no longer attached to it', () => {
  const draft = opened('a', 'see');
  draft.attached.list = [log('log'), log('other')];
  const [first] = draft.attached.list;
  assert.ok(first && 'text' in first);
  draft.insertAttached(first);
  assert.deepEqual([draft.text, titles(draft)], ['see\n\nboom', ['other']]);
});

test('messages that come back have their images before those of the draft', () => {
  const draft = opened('a');
  draft.attached.list = [log('mine')];
  draft.prepend(['queued'], [log('queued')]);
  assert.deepEqual(titles(draft), ['queued', 'mine']);
});

test('a message to one session is not taken for the last one of another, whichever opens', () => {
  const draft = opened('b');
  draft.unanswered = { key: 'of b', text: 'hi' };
  draft.openSession('a', false);
  draft.unanswered = { key: 'of a', text: 'hello' };
  draft.leaveSession();
  draft.openSession('b', false);
  assert.equal(draft.unanswered.key, 'of b');
  const reloaded = new Draft();
  reloaded.expectSession('a', 'agent-1');
  reloaded.openSession('b', false);
  assert.equal(reloaded.unanswered?.key, 'of b');
  assert.equal(opened('a').unanswered?.key, 'of a');
});

test('a message that was sent while another session was expected belongs to the one that opens', () => {
  const draft = opened('a');
  draft.unanswered = { key: 'of a', text: 'hello' };
  const reloaded = new Draft();
  reloaded.expectSession('a', 'agent-1');
  reloaded.unanswered = { key: 'new', text: 'hello again' };
  reloaded.openSession('b', false);
  assert.equal(reloaded.unanswered.key, 'new');
  assert.equal(opened('a').unanswered?.key, 'of a');
});

test('a draft that moved into a new session is still in its own, with what the user wrote there since', () => {
  for (const isAttached of [false, true]) {
    const draft = opened('a', 'half a thought');
    draft.openSession('new', true);
    draft.openSession('a', false);
    if (isAttached) draft.attached.list = [log('log')];
    else draft.text = 'half a thought, and an hour of work';
    const before = [draft.text, titles(draft)];
    draft.openSession('c', false);
    draft.text = 'something else';
    draft.removeSent('something else', []);
    draft.openSession('new', false);
    draft.removeSent('half a thought', []);
    draft.openSession('a', false);
    assert.deepEqual([draft.text, titles(draft)], before);
  }
});

test('a message that moved into a new session leaves the old one, also if the page shows another when it is accepted', () => {
  const draft = opened('a', 'on my way');
  draft.openSession('new', true);
  const { session } = draft;
  draft.openSession('c', false);
  draft.at(session).removeSent('on my way', []);
  draft.openSession('a', false);
  assert.equal(draft.text, '');
});

test('a message to a third session does not take the draft that moved into a new one from its own', () => {
  const draft = opened('a', 'half a thought');
  draft.openSession('new', true);
  draft.openSession('c', false);
  draft.text = 'something else';
  draft.removeSent('something else', []);
  for (const session of ['a', 'new']) {
    draft.openSession(session, false);
    assert.equal(draft.text, 'half a thought', session);
  }
});
