import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { DraftPlace, type Content } from './draft-place.ts';
import { readDraft, writeDraft } from './stored-drafts.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

const shown = (text = ''): Content => ({ text, isPlain: false, attachments: [], unanswered: null });

test('all input moves into the first session, and only what was added moves on from one that was expected', () => {
  const place = new DraftPlace(null);
  assert.equal(place.goTo('a', shown('early')).early.text, 'early');
  place.onExpected(shown('early'));
  assert.equal(place.goTo('b', shown('early and late')).early.text, 'and late');
  assert.equal(readDraft('a').text, 'early', 'the rest stays');
});

test('everything stays in a session that is open, until the user asks for another one', () => {
  const place = new DraftPlace(null);
  place.goTo('a', shown());
  place.open(false, [], shown());
  assert.equal(place.goTo('b', shown('of a')).early.text, '');
  place.open(false, [], shown());
  place.leave(shown('of b'));
  assert.equal(place.goTo('c', shown('of b, for c')).early.text, ', for c');
});

test('no other draft is opened for an agent whose session is open and becomes unknown', () => {
  const place = new DraftPlace(null);
  assert.equal(place.expect('a', 'agent-1'), 'a');
  place.goTo('a', shown());
  place.open(false, [], shown());
  assert.equal(place.expect('a', 'agent-1'), null);
  assert.equal(place.expect(null, 'agent-1'), null);
  assert.equal(place.expect('b', 'agent-1'), 'b');
});

test('the draft of the session before moves into an empty one once, unless that has one', () => {
  const place = new DraftPlace(null);
  const ofA = shown('of a');
  place.goTo('a', shown());
  place.open(false, [], shown());
  place.goTo('new', ofA);
  assert.equal(place.open(true, [], shown(', typed on'))?.text, 'of a, typed on');
  assert.equal(place.open(true, [], shown()), null);
  writeDraft('other', { text: 'its own', at: 1 });
  place.goTo('other', ofA);
  assert.equal(place.open(true, [], shown('its own')), null);
});
