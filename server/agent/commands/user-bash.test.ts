import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { Outputs } from '../../output/outputs.ts';
import { UserBash } from './user-bash.ts';

/** A pi whose commands end when the test says so. It records what is running whenever it is asked to stop. */
function setUp() {
  const ends = new Map<string, () => void>();
  const stops: string[][] = [];
  let onStop = (): void => undefined;
  const pi = {
    send(bash: PiCommand): { id: string; answer: Promise<Answer> } {
      assert.ok(bash.type === 'bash');
      const { promise, resolve } = Promise.withResolvers<Answer>();
      ends.set(bash.command, () => {
        ends.delete(bash.command);
        resolve({ success: true, data: { output: '' } });
      });
      return { id: bash.command, answer: promise };
    },
    async request(): Promise<Answer> {
      stops.push([...ends.keys()]);
      onStop();
      return { success: true };
    },
  };
  const userBash = new UserBash({
    pi,
    view: () => emptyView('/', '0.87.1'),
    outputs: new Outputs({ onGrowth: () => undefined }),
    emit: () => undefined,
  });
  return { userBash, ends, stops, setOnStop: (act: () => void) => (onStop = act) };
}

test('pi is asked again to stop a command that it did not stop at first', async () => {
  const { userBash, ends, stops, setOnStop } = setUp();
  userBash.start('old', false);
  setOnStop(() => {
    if (stops.length === 2) ends.get('old')!();
  });
  assert.equal((await userBash.stop()).success, true);
  assert.deepEqual(stops, [['old'], ['old']]);
});

test('a command that starts while another is being stopped keeps running', async () => {
  const { userBash, ends, stops, setOnStop } = setUp();
  userBash.start('old', false);
  setOnStop(() =>
    setImmediate(() => {
      ends.get('old')?.();
      userBash.start('new', false);
    }),
  );
  assert.equal((await userBash.stop()).success, true);
  assert.deepEqual(stops, [['old']]);

  const slow = setUp();
  slow.userBash.start('old', false);
  slow.setOnStop(() => {
    slow.userBash.start('new', false);
    setTimeout(() => slow.ends.get('old')!(), 250);
  });
  assert.equal((await slow.userBash.stop()).success, true);
  assert.deepEqual(slow.stops, [['old']]);
});
