import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { emptyView } from '../../../shared/view/view.ts';
import { sessionText } from '../../sessions/session-fixture.ts';
import { isHeld, SessionHold } from '../../sessions/session-hold.ts';
import { createFeed } from '../fixtures/feed.ts';
import { EntryMetadata } from './entry-metadata.ts';
import { ShownFile } from './shown-file.ts';

const LARGE = 9 * 1024 * 1024;

async function setUp(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-shown-'));
  const notices: string[] = [];
  const { feed } = createFeed({
    view: { ...emptyView(folder), ready: true },
    onFolded: (event) => void (event.type === 'panel_notice' && notices.push(event.message)),
  });
  const metadata = new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) });
  const shown = new ShownFile({ feed, metadata });
  t.after(async () => {
    shown.close();
    await rm(folder, { recursive: true });
  });
  const write = async (name: string, size?: number): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, sessionText({ id: name }));
    if (size !== undefined) await truncate(file, size);
    return file;
  };
  return { shown, feed, notices, write };
}

/** Waits until these are the held files. */
async function untilHeld(held: readonly string[], free: readonly string[]): Promise<void> {
  const files = [...held, ...free];
  const wanted = files.map((_file, at) => at < held.length);
  for (const end = Date.now() + 30_000; ; await setTimeout(5)) {
    const all = await Promise.all(files.map((file) => isHeld(file)));
    if (isDeepStrictEqual(all, wanted)) return;
    if (Date.now() > end) assert.deepEqual(all, wanted, files.join());
  }
}

test('the shown session is held, and the one before it is free, also after a quick change', async (t) => {
  const { shown, write } = await setUp(t);
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => write(name)));
  shown.open(a!);
  await untilHeld([a!], [b!]);
  shown.open(b!);
  shown.open(c!);
  await untilHeld([c!], [a!, b!]);
});

test('a session that was left, or whose agent was ended while it opened, is held by nobody', async (t) => {
  for (const leave of ['clear', 'close'] as const)
    for (const isOpen of [false, true]) {
      const { shown, write } = await setUp(t);
      const file = await write('a');
      shown.open(file);
      if (isOpen) await untilHeld([file], []);
      shown[leave]();
      await untilHeld([], [file]);
    }
});

test('a session that another panel has open is shown with a warning, unless it was left meanwhile', async (t) => {
  const { shown, notices, write } = await setUp(t);
  const [a, b] = [await write('a'), await write('b')];
  const other = new SessionHold();
  t.after(() => other.release());
  await other.claim(a);
  shown.open(a);
  shown.open(b);
  await untilHeld([a, b], []);
  assert.deepEqual(notices, []);
  shown.open(a);
  for (let turn = 0; notices.length === 0 && turn < 1000; turn++) await setTimeout(5);
  assert.match(notices[0]!, /^Another panel has this session open, too\./);
});

test('a large session that pi does not open after all is free again, and the one of before is held', async (t) => {
  const { shown, feed, write } = await setUp(t);
  const [small, large] = [await write('small'), await write('large', LARGE)];
  shown.open(small);
  await untilHeld([small], [large]);
  const { view } = feed;
  const early = await shown.openEarly(large);
  await untilHeld([large], [small]);
  feed.replace((now) => ({ ...now, session: { id: 'large' }, ready: false }));
  early!.goBack();
  await untilHeld([small], [large]);
  assert.deepEqual(feed.view, view);
  assert.equal(shown.conversation?.file, small);
});

test('a large session that pi has opened stays when the earlier view would come back too late', async (t) => {
  const { shown, write } = await setUp(t);
  const [small, large] = [await write('small'), await write('large', LARGE)];
  shown.open(small);
  const early = await shown.openEarly(large);
  assert.equal(shown.open(large), early!.conversation, 'it is not read twice');
  early!.goBack();
  assert.equal(shown.conversation?.file, large);
  await untilHeld([large], [small]);
});

test('a small session, the shown one, or any session during a run does not open before pi has it', async (t) => {
  const { shown, feed, write } = await setUp(t);
  const [small, large, other] = [
    await write('small'),
    await write('large', LARGE),
    await write('other', LARGE),
  ];
  shown.open(large);
  assert.equal(await shown.openEarly(small), null);
  assert.equal(await shown.openEarly(large), null);
  feed.replace((view) => ({ ...view, run: { startedAt: 0 } }));
  assert.equal(await shown.openEarly(other), null);
});
