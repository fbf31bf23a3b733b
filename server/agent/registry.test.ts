import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakePiOptions } from './fixtures/fake-pi.ts';
import { Registry } from './registry.ts';

const flags = {};
const workspace = import.meta.dirname;

test('a started agent is listed at once, and found by its id', async () => {
  const registry = new Registry(fakePiOptions());
  const [first, second] = [registry.start({ workspace, flags }), registry.start({ workspace, flags })];
  assert.notEqual(first.id, second.id);
  assert.deepEqual(
    registry.list().map(({ id, status }) => [id, status]),
    [
      [first.id, 'starting'],
      [second.id, 'starting'],
    ],
  );
  assert.equal(registry.get(first.id), first);
  assert.equal(registry.find('nope'), undefined);
  assert.throws(() => registry.get('nope'), { status: 404, code: 'unknown_agent' });
  await registry.close();
  assert.deepEqual(registry.list(), []);
});

test('the pages of a removed agent get a gone frame, those of a closed registry do not', async () => {
  const registry = new Registry(fakePiOptions());
  const frames = { removed: '', closed: '' };
  const removed = registry.start({ workspace, flags });
  const closed = registry.start({ workspace, flags });
  for (const [name, agent] of Object.entries({ removed, closed })) {
    const follower = agent.feed.follow();
    follower.onReady = () => {
      for (let bytes = follower.takeUnsent(); bytes; bytes = follower.takeUnsent())
        frames[name as keyof typeof frames] += bytes.toString();
    };
  }
  await registry.remove(removed.id);
  assert.equal(registry.find(removed.id), undefined);
  await registry.close();
  assert.match(frames.removed, /event: gone/);
  assert.doesNotMatch(frames.closed, /event: gone/);
});

test('the 33rd agent is refused', async () => {
  // Nothing starts, so that the test starts no 32 programs.
  const registry = new Registry(fakePiOptions({ program: { argv: ['/nonexistent/pi'], version: null } }));
  for (let n = 0; n < 32; n++) registry.start({ workspace, flags });
  assert.throws(() => registry.start({ workspace, flags }), { status: 429, code: 'too_many_agents' });
  await registry.close();
});
