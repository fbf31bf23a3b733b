import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { Outputs } from '../../output/outputs.ts';
import { UserBash } from './user-bash.ts';

/** A pi in which a command ends when the test says so, and that notes what is running whenever it is told to stop. */
function begin() {
  const ends = new Map<string, () => void>();
  const stopped: string[][] = [];
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
      stopped.push([...ends.keys()]);
      onStop();
      return { success: true };
    },
  };
  const bashes = new UserBash({
    pi,
    view: () => emptyView('/', '0.87.1'),
    outputs: new Outputs({ onGrowth: () => undefined }),
    emit: () => undefined,
  });
  return { bashes, ends, stopped, whenStopped: (what: () => void) => (onStop = what) };
}

test('what pi did not stop at the first word is stopped again', async () => {
  const { bashes, ends, stopped, whenStopped } = begin();
  bashes.start('old', false);
  whenStopped(() => {
    if (stopped.length === 2) ends.get('old')!();
  });
  assert.equal((await bashes.stop()).success, true);
  assert.deepEqual(stopped, [['old'], ['old']]);
});

test('what is begun while another command is being stopped is not stopped with it', async () => {
  const { bashes, ends, stopped, whenStopped } = begin();
  bashes.start('old', false);
  whenStopped(() =>
    setImmediate(() => {
      ends.get('old')?.();
      bashes.start('new', false);
    }),
  );
  assert.equal((await bashes.stop()).success, true);
  assert.deepEqual(stopped, [['old']]);

  const slow = begin();
  slow.bashes.start('old', false);
  slow.whenStopped(() => {
    slow.bashes.start('new', false);
    setTimeout(() => slow.ends.get('old')!(), 250);
  });
  assert.equal((await slow.bashes.stop()).success, true);
  assert.deepEqual(slow.stopped, [['old']]);
});
