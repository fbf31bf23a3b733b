import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { isHeld, SessionHold } from './session-hold.ts';

/** The socket file of this session file on systems that keep sockets on the disk, such as macOS. */
function socketOf(t: TestContext, file: string): string {
  const digest = createHash('sha256').update(`${userInfo().username} ${file}`).digest('hex').slice(0, 32);
  const socket = path.join(tmpdir(), `pi-panel-session-${digest}`);
  t.after(() =>
    Promise.all([socket, `${socket}.guard`].map((one) => rm(one, { recursive: true, force: true }))),
  );
  return socket;
}

/** Leaves the socket file that a killed process leaves. */
function leaveSocket(socket: string): void {
  const script = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
  assert.ok(existsSync(socket));
}

for (const isOnDisk of [false, true]) {
  const system = isOnDisk ? 'macOS' : 'Linux';
  const needsSystem = { skip: isOnDisk && process.platform === 'win32' };

  test(
    `on ${system} a session that was released is taken anew, if nobody else has it`,
    needsSystem,
    async (t) => {
      const file = `/session-hold-test-${process.pid}-${system}-again`;
      socketOf(t, file);
      const [first, other] = [new SessionHold(isOnDisk), new SessionHold(isOnDisk)];
      assert.equal(await first.claim(file), true);
      first.release();
      assert.equal(await other.claim(file), true);
      assert.equal(await first.claim(file), false);
      other.release();
      assert.equal(await first.claim(file), true);
      assert.equal(await other.claim(file), false);
      first.release();
    },
  );

  test(
    `on ${system} a hold that is released while it takes a session keeps nobody out`,
    needsSystem,
    async (t) => {
      const file = `/session-hold-test-${process.pid}-${system}-left`;
      socketOf(t, file);
      const [left, next] = [new SessionHold(isOnDisk), new SessionHold(isOnDisk)];
      const claimed = left.claim(file);
      left.release();
      await claimed;
      assert.equal(await next.claim(file), true);
      next.release();
    },
  );

  test(`on ${system} a hold on one session is no hold on the one before it`, needsSystem, async (t) => {
    const files = ['one', 'two'].map((name) => `/session-hold-test-${process.pid}-${system}-${name}`);
    for (const file of files) socketOf(t, file);
    const [hold, other] = [new SessionHold(isOnDisk), new SessionHold(isOnDisk)];
    assert.equal(await hold.claim(files[0]!), true);
    for (let n = 0; n < 2; n++) assert.equal(await other.claim(files[0]!), false, 'another one has it');
    assert.equal(await hold.claim(files[0]!), true, 'it has it already');
    // The second session is claimed before the first one is held.
    await Promise.all([hold.claim(files[0]!), hold.claim(files[1]!)]);
    assert.equal(await other.claim(files[0]!), true);
    assert.equal(await new SessionHold(isOnDisk).claim(files[0]!), false);
    hold.release();
    other.release();
    const twice = [hold.claim(files[0]!), hold.claim(files[0]!)];
    assert.deepEqual(await Promise.all(twice), [true, true], 'it is taking it already');
    hold.release();
  });
}

test('a hold counts for every process until it is released', async () => {
  const file = `/session-hold-test-${process.pid}-held`;
  const hold = new SessionHold();
  assert.equal(await isHeld(file), false);
  await hold.claim(file);
  assert.equal(await isHeld(file), true);
  hold.release();
  assert.equal(await isHeld(file), false);
});

test('on macOS a killed process does not keep a session, and only one of several gets it', async (t) => {
  for (let delay = 0; delay < 12; delay++) {
    const file = `/session-hold-test-${process.pid}-${delay}`;
    leaveSocket(socketOf(t, file));
    const holds = [new SessionHold(true), new SessionHold(true)];
    const claims = holds.map(async (hold, at) => {
      for (let turn = 0; turn < at * delay; turn++) await new Promise(setImmediate);
      return hold.claim(file);
    });
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1, `${delay} turns later`);
    for (const hold of holds) hold.release();
  }
});

test('on macOS a process that was killed while it took a session does not keep it for long', async (t) => {
  const file = `/session-hold-test-${process.pid}-guard`;
  const guard = `${socketOf(t, file)}.guard`;
  await mkdir(guard);
  const hold = new SessionHold(true);
  assert.equal(await hold.claim(file), false, 'another process may be taking it');
  await utimes(guard, new Date(0), new Date(0));
  hold.release();
  assert.equal(await hold.claim(file), true);
  assert.equal(await new SessionHold(true).claim(file), false);
  hold.release();
});
