// Sounds for events of agents, in a browser that plays nothing.
import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { Sounds } from './sounds.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

/** `played`: the frequencies of the notes. `state`: whether the user has clicked on the page. */
function open(t: TestContext, { state = 'running', locks }: { state?: string; locks?: object } = {}) {
  const played: number[] = [];
  const nothing = (): void => undefined;
  class Tone {
    frequency = {
      set value(hertz: number) {
        played.push(hertz);
      },
    };
    gain = {
      ...{ setValueAtTime: nothing, linearRampToValueAtTime: nothing },
      exponentialRampToValueAtTime: nothing,
    };
    connect = (to: unknown): unknown => to;
    start = nothing;
    stop = nothing;
  }
  class Audio {
    state = state;
    currentTime = 0;
    resume = (): Promise<void> => (state === 'running' ? Promise.resolve() : new Promise(nothing));
    createOscillator = (): Tone => new Tone();
    createGain = (): Tone => new Tone();
  }
  for (const [name, value] of Object.entries({ AudioContext: Audio, navigator: { locks } })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  return { sounds: new Sounds(), played };
}

const WISHES = { waiting: true, failed: false, finished: true };

test('no sound is played before the user has turned it on, and each event has its own', async (t) => {
  const { sounds, played } = open(t);
  await sounds.onNews('finished');
  assert.deepEqual(played, []);
  sounds.change(WISHES);
  await sounds.onNews('failed');
  assert.deepEqual(played, []);
  await sounds.onNews('waiting');
  assert.deepEqual(played, [659, 880]);
});

test('the choice is there in the next page, and a damaged one is silence', (t) => {
  const { sounds } = open(t);
  sounds.change(WISHES);
  assert.deepEqual(new Sounds().wishes, WISHES);
  const key = localStorage.key(0)!;
  localStorage.setItem(key, '{"waiting":"yes"}');
  assert.deepEqual(new Sounds().wishes, { waiting: false, failed: false, finished: false });
});

test('of several tabs, the one that gets the lock plays the sound', async (t) => {
  const locks = (isFree: boolean) => ({
    query: () => Promise.resolve({}),
    request: (_name: string, options: LockOptions, act: (lock: object | null) => Promise<void>) => {
      assert.equal(options.ifAvailable, true, 'a tab that waited would play it again');
      return act(isFree ? {} : null);
    },
  });
  const first = open(t, { locks: locks(true) });
  first.sounds.change(WISHES);
  await first.sounds.onNews('waiting');
  assert.deepEqual(first.played, [659, 880]);
  const second = open(t, { locks: locks(false) });
  second.sounds.change(WISHES);
  await second.sounds.onNews('waiting');
  assert.deepEqual(second.played, []);
});

test('a sound that the browser does not allow yet is not played later', async (t) => {
  const { sounds, played } = open(t, { state: 'suspended' });
  await sounds.play('waiting');
  assert.deepEqual(played, []);
});
