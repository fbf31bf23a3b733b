import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Screen } from '../screen/screen.svelte.ts';
import { ShownPart } from './shown-part.svelte.ts';

const LINE = `${'x'.repeat(9)}\n`;

/** A screen with an unlimited scrollback. */
class FakeScreen {
  text = '';
  isAtEnd = true;
  isScrollbackFull = false;
  isFull = false;
  pending = 0;
  /** The arguments of each `goTo`, and the number of bytes that had been written before. */
  places: { up: number; newLines: number; bytes: number }[] = [];

  get lines(): number {
    return this.text.split('\n').length;
  }

  write(bytes: Uint8Array): void {
    this.text += new TextDecoder().decode(bytes);
  }

  goTo(up: number, newLines: number): void {
    this.places.push({ up, newLines, bytes: this.text.length });
  }
}

let count = 0;

/** A run with this output. `show` opens a new screen and fills it with the part that the reader should see. */
function runWith(output: string) {
  const bytes = new TextEncoder().encode(output);
  const run = { id: `run ${++count}`, output: { bytes: bytes.length, tail: '' } } as unknown as ToolRun;
  const fetch = (path: string): Promise<Response> => {
    const from = Number(/from=(\d+)/.exec(path)?.[1]);
    return Promise.resolve(new Response(bytes.subarray(from)));
  };
  const agent = { path: 'a', api: { fetch }, view: { session: { id: 's' } } } as unknown as Agent;
  const show = async (): Promise<{ part: ShownPart; screen: FakeScreen }> => {
    const part = new ShownPart(agent, () => run);
    const screen = new FakeScreen();
    await part.fill(screen as unknown as Screen);
    part.follower!.resume();
    while (part.progress !== 'complete') await new Promise(setImmediate);
    return { part, screen };
  };
  return { show };
}

test('a short output is shown whole', async () => {
  const { part, screen } = await runWith('one\ntwo\n').show();
  assert.equal(screen.text, 'one\ntwo\n');
  assert.equal(part.hasEarlier, false);
  assert.equal(await part.leaveForEarlier(), false);
});

test('a long output is shown from its end, with as many lines as the screen can hold', async () => {
  const { part, screen } = await runWith(LINE.repeat(20_000)).show();
  assert.equal(screen.lines, 10_199);
  assert.equal(part.hasEarlier, true);
});

test('a new screen returns to the reader’s place after exactly the bytes that the old one had shown', async () => {
  const run = runWith(LINE.repeat(100));
  const { part, screen } = await run.show();
  screen.isAtEnd = false;
  screen.pending = 10 * LINE.length;
  part.storePlace(7, 3);
  const { screen: newScreen } = await run.show();
  assert.deepEqual(newScreen.places, [{ up: 7, newLines: 3, bytes: 90 * LINE.length }]);
  assert.equal(newScreen.text, screen.text);
});

test('a reader who follows the end has no place to return to', async () => {
  const run = runWith(LINE.repeat(100));
  const { part } = await run.show();
  part.storePlace(0, 0);
  const { screen } = await run.show();
  assert.deepEqual(screen.places, []);
});

test('the earlier part ends where the screen begins, and `leaveForEnd` leads back to the end', async () => {
  const run = runWith(LINE.repeat(20_000));
  const { part, screen } = await run.show();
  assert.equal(await part.leaveForEarlier(), true);
  const earlier = await run.show();
  assert.equal(earlier.part.end, (20_000 - (screen.lines - 1)) * LINE.length);
  earlier.part.leaveForEnd();
  assert.equal((await run.show()).part.end, null);
});
