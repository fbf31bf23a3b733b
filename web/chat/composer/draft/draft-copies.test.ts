// The copies of drafts that survive a crash of the browser, in which localStorage loses the last minutes.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { Draft } from './draft.svelte.ts';
import type { DraftCopies, StoredDraft } from './stored-drafts.ts';

beforeEach(crash);

function crash(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
}

function newCopies(): DraftCopies {
  const kept = new Map<string, StoredDraft>();
  return {
    get: (session) => Promise.resolve(kept.get(session)),
    put: ({ session, ...draft }) => Promise.resolve(void kept.set(session, draft)),
  };
}

const settled = (): Promise<void> => new Promise(setImmediate);

test('only what is typed after a crash moves into the session that opens instead of the expected one', async () => {
  const copies = newCopies();
  const before = new Draft(copies);
  before.openSession('a', false);
  before.text = 'an hour of work';
  crash();
  const draft = new Draft(copies);
  draft.expectSession('a', 'agent-1');
  await settled();
  assert.equal(draft.text, 'an hour of work');
  draft.text += ' and more';
  draft.openSession('b', false);
  assert.equal(draft.text, 'and more');
  draft.openSession('a', false);
  await settled();
  assert.equal(draft.text, 'an hour of work');
});

test('text that moved from a starting agent into its session does not come back from its copy', async () => {
  const copies = newCopies();
  const draft = new Draft(copies);
  draft.expectSession(null, 'agent-1');
  draft.text = 'early';
  draft.openSession('a', false);
  draft.removeSent('early', []);
  const reloaded = new Draft(copies);
  reloaded.expectSession(null, 'agent-1');
  await settled();
  assert.equal(reloaded.text, '');
});

test('what a crash left of a text for a starting agent moves into its session once', async () => {
  for (const isEmpty of [true, false]) {
    const copies = newCopies();
    const before = new Draft(copies);
    before.expectSession(null, 'agent-1');
    before.text = 'half a thought';
    crash();
    const draft = new Draft(copies);
    draft.expectSession(null, 'agent-1');
    await settled();
    assert.equal(draft.text, 'half a thought');
    draft.openSession('new', isEmpty);
    draft.openSession('new', isEmpty);
    assert.equal(draft.text, 'half a thought');
  }
});

test('a restored text is there after the next reload, and still text if it was pasted', async () => {
  const copies = newCopies();
  const before = new Draft(copies);
  before.openSession('a', false);
  before.paste('!important');
  crash();
  const draft = new Draft(copies);
  draft.openSession('a', false);
  await settled();
  assert.deepEqual(draft.written, { text: '!important', isPlain: true });
  const reloaded = new Draft();
  reloaded.openSession('a', false);
  assert.deepEqual(reloaded.written, { text: '!important', isPlain: true });
});

test('what is typed while the copy is being read is not replaced by it, also if the browser has no room for it', async () => {
  const copies = newCopies();
  const before = new Draft(copies);
  before.openSession('a', false);
  before.text = 'from before the crash';
  crash();
  for (const name of ['localStorage', 'sessionStorage'] as const)
    globalThis[name].setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  const draft = new Draft(copies);
  draft.openSession('a', false);
  draft.text = 'typed at once';
  await settled();
  assert.equal(draft.text, 'typed at once');
});

test('a browser whose copies fail does not keep the user from typing', async () => {
  const lost = (): Promise<never> => Promise.reject(new DOMException('no', 'InvalidStateError'));
  const draft = new Draft({ get: lost, put: lost });
  draft.openSession('a', false);
  draft.text = 'typed';
  await settled();
  assert.equal(draft.text, 'typed');
});

test('a message that moved into a new session and was sent leaves no copy in the old one', async () => {
  const copies = newCopies();
  const draft = new Draft(copies);
  draft.openSession('a', false);
  draft.text = 'on my way';
  draft.openSession('new', true);
  draft.removeSent('on my way', []);
  crash();
  const after = new Draft(copies);
  after.openSession('a', false);
  await settled();
  assert.equal(after.text, '');
});
