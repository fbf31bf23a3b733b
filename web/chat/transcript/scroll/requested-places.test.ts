// Places in the conversation that another region has asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actions } from '../../../actions/actions.svelte.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { Toasts } from '../../../state/notices/toasts.svelte.ts';
import type { ChatPlace } from '../../../state/workbench/requests.ts';
import type { Workbench } from '../../../state/workbench/workbench.svelte.ts';
import type { OpenFind } from '../../find/open-find.svelte.ts';
import type { OlderRows } from './older-rows.svelte.ts';
import { RequestedPlaces } from './requested-places.ts';

interface Found {
  isOnBranch?: boolean;
  error?: Error;
  /** Whether the conversation shows the place. */
  isShown?: boolean;
}

async function ask(place: ChatPlace | null, { isOnBranch = true, error, isShown = true }: Found = {}) {
  const did: string[] = [];
  let goThere: (() => void) | undefined;
  const note = (what: string, value: unknown): void => void did.push(`${what} ${JSON.stringify(value)}`);
  const findEntry = (id: string): Promise<object> =>
    error ? Promise.reject(error) : Promise.resolve({ key: `key of ${id}`, isOnBranch });
  const workbench = { chatRequest: place };
  const places = new RequestedPlaces({
    agent: () => ({ view: { session: { id: 's' } }, search: { findEntry } }) as unknown as Agent,
    workbench: workbench as unknown as Workbench,
    older: {
      showPlace: (at: object) => Promise.resolve((note('place', at), isShown)),
      showCall: (call: string) => Promise.resolve(note('call', call)),
    } as unknown as OlderRows,
    find: { openAt: (at: object, query: string) => note(`find ${query} at`, at) } as unknown as OpenFind,
    actions: { run: (id: string, options: object) => note(id, options) } as unknown as Actions,
    toasts: {
      show(kind: string, text: string, action?: { label: string; act: () => void }) {
        did.push(`${kind}: ${text}`);
        goThere = action?.act;
      },
    } as unknown as Toasts,
  });
  places.show({} as HTMLElement);
  await new Promise(setImmediate);
  return { did, goThere: () => goThere?.(), left: workbench.chatRequest };
}

test('a tool call and a message are shown, and asked for once', async () => {
  const call = await ask({ call: 'c1' });
  assert.deepEqual([call.did, call.left], [['call "c1"'], null]);
  const message = await ask({ key: 'user-1' });
  assert.deepEqual([message.did, message.left], [['place {"key":"user-1"}'], null]);
  assert.deepEqual((await ask(null)).did, []);
});

test('an entry of another session waits until that session is shown', async () => {
  const request = { session: 'other', entry: 'e1' };
  const { did, left } = await ask(request);
  assert.deepEqual([did, left], [[], request]);
});

test('an entry is shown with the call in it, and what was searched for is marked there', async () => {
  const plain = await ask({ session: 's', entry: 'e1' });
  assert.deepEqual([plain.did, plain.left], [['place {"key":"key of e1"}'], null]);
  const { did } = await ask({ session: 's', entry: 'e1', call: 'c1', query: 'total' });
  const place = '{"key":"key of e1","call":"c1"}';
  assert.deepEqual(did, [`place ${place}`, `find total at ${place}`]);
});

test('an entry of another branch is not looked for on this one: the reader is asked first', async () => {
  const asked = await ask({ session: 's', entry: 'e1', query: 'total' }, { isOnBranch: false });
  assert.deepEqual(asked.did, ['info: This is on another branch of the session.']);
  asked.goThere();
  assert.equal(asked.did[1], 'panel_navigate {"argument":"e1"}');
});

test('an entry that the conversation leaves out is said to be so, and nothing is marked elsewhere', async () => {
  const { did } = await ask({ session: 's', entry: 'e1', query: 'total' }, { isShown: false });
  const words = "info: The conversation doesn't show this entry, because pi retried after it.";
  assert.deepEqual(did, ['place {"key":"key of e1"}', words]);
});

test('an entry that cannot be found is an error that the reader sees', async () => {
  const { did } = await ask({ session: 's', entry: 'e1' }, { error: new Error('The entry is gone.') });
  assert.deepEqual(did, ['error: The entry is gone.']);
});
