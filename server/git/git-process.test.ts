// A git that reads and makes no progress, with limits that are short enough to wait for.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import { endReadingGits, GIT_LIMITS, startProcess, type StartedGit } from './git-process.ts';

const skip = WITHOUT_GIT || (process.platform === 'linux' ? false : 'the system does not show what git does');
/** Nothing is too long, unless a test says so. */
const ENDLESS = {
  quietTicks: 1e9,
  suspectTicks: 1e9,
  maxTicks: 1e9,
  rememberTicks: 1e9,
  tickMs: 20,
  memoryMs: 20,
};

function limit(t: TestContext, limits: Partial<typeof GIT_LIMITS>): void {
  const before = { ...GIT_LIMITS };
  t.after(() => void Object.assign(GIT_LIMITS, before));
  Object.assign(GIT_LIMITS, ENDLESS, limits);
}

/** A git that waits for its input. */
const waiting = (root: string, command = 'git waiting'): StartedGit =>
  startProcess(root, ['hash-object', '--stdin'], { env: process.env, command });
/** Whether it was still waiting, and could be ended as usual. */
const ends = async ({ child, ended }: StartedGit): Promise<boolean> => {
  child.stdin.end('x');
  return (await ended.catch(() => 1)) === 0;
};

test(
  'a git that does nothing is ended, and the same command is then refused at once, unlike others',
  { skip },
  async (t) => {
    const { top, around } = await makeRepository(t);
    limit(t, { quietTicks: 3 });
    const stalled = {
      status: 409,
      code: 'git_stalled',
      message: /^git waiting in .* has done nothing for 1 s/,
    };
    await assert.rejects(waiting(top).ended, stalled);
    assert.throws(() => waiting(top), stalled);
    Object.assign(GIT_LIMITS, ENDLESS);
    assert.equal(await ends(waiting(top, 'git other')), true);
    assert.equal(await ends(waiting(around)), true);
    GIT_LIMITS.suspectTicks = 1;
    await assert.rejects(waiting(top, 'git suspect').ended, { code: 'git_stalled' });
    // It is tried again after a while.
    GIT_LIMITS.rememberTicks = 0;
    assert.equal(await ends(waiting(top)), true);
  },
);

test('a git that runs too long, or takes too much memory, is ended with the reason', { skip }, async (t) => {
  const { top, around } = await makeRepository(t);
  limit(t, { maxTicks: 2 });
  await assert.rejects(waiting(top).ended, { code: 'git_stalled', message: /has not finished within 1 s/ });
  limit(t, { maxMemory: 0 });
  await assert.rejects(waiting(around).ended, {
    code: 'git_stalled',
    message: /has taken \d+ MiB of memory/,
  });
});

test('the gits of a folder and of those in it are ended, but not those beside it', { skip }, async (t) => {
  const { top, around } = await makeRepository(t);
  limit(t, {});
  const listeners = process.listenerCount('exit');
  const [inside, beside] = [path.join(top, 'sub'), `${top}-new`];
  for (const folder of [inside, beside]) await mkdir(folder);
  const gits = [top, inside, beside, around].map((root) => waiting(root));
  const [own, below, ...others] = gits;
  endReadingGits(top);
  for (const { ended } of [own!, below!]) await assert.rejects(ended, { status: 503, code: 'git_ended' });
  assert.deepEqual(await Promise.all(others.map(ends)), [true, true]);
  assert.equal(process.listenerCount('exit'), listeners, 'nothing is left to be ended');
  assert.equal(await ends(waiting(top)), true, 'an ended command is not a stalled one');
});
