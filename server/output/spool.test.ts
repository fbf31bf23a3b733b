import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Spool } from './spool.ts';

function openSpool(t: TestContext, maxBytes: number): Spool {
  const spool = new Spool(maxBytes);
  t.after(() => spool.close());
  return spool;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

test('each file has its own bytes, in the order in which they came', async (t) => {
  const spool = openSpool(t, 100);
  const [one, other] = [spool.create(), spool.create()];
  assert.ok(one.append(bytes('ab')));
  assert.ok(other.append(bytes('xyz')));
  assert.ok(one.append(bytes('cd')));
  assert.equal(String(await one.read(1, 2)), 'bc');
  assert.equal(String(await other.read(0, 100)), 'xyz');
  assert.equal(spool.used, 7);
});

test('a full spool takes nothing more, until a file is removed or somebody makes room', async (t) => {
  const spool = openSpool(t, 5);
  const [old, file] = [spool.create(), spool.create()];
  assert.ok(old.append(bytes('old')));
  assert.equal(file.append(bytes('new')), false);
  assert.deepEqual([spool.used, await refusalOf(file.read(0, 10))], [3, 'gone']);
  const asked: number[] = [];
  spool.makeRoom = (needed) => {
    asked.push(needed);
    old.remove();
  };
  assert.ok(file.append(bytes('new')));
  assert.deepEqual([asked, spool.used, String(await file.read(0, 10))], [[1], 3, 'new']);
});

test('bytes that the disk did not take are no part of the file, and take no room', async (t) => {
  const spool = openSpool(t, 10);
  const file = spool.create();
  file.append(bytes('ab'));
  // What the system refuses to write.
  assert.equal(file.append({ length: 3 } as Uint8Array), false);
  assert.equal(spool.used, 2);
  assert.ok(file.append(bytes('cdefghij')));
  assert.equal(String(await file.read(0, 100)), 'abcdefghij');
});

test('a sealed file can be read, and takes nothing more', async (t) => {
  const spool = openSpool(t, 10);
  const file = spool.create();
  file.append(bytes('ab'));
  file.seal();
  assert.equal(file.append(bytes('c')), false);
  assert.deepEqual([String(await file.read(0, 10)), spool.used], ['ab', 2]);
  file.remove();
  file.remove();
  assert.deepEqual([spool.used, await refusalOf(file.read(0, 10))], [0, 'gone']);
});

test('a closed spool leaves nothing on the disk, and begins no file', async () => {
  const spool = new Spool(10);
  const file = spool.create();
  file.append(bytes('ab'));
  await spool.close();
  await spool.close();
  file.remove();
  assert.equal(await refusalOf(file.read(0, 10)), 'gone');
  assert.throws(() => spool.create());
});

async function refusalOf(reading: Promise<unknown>): Promise<unknown> {
  return reading.then(
    () => 'read',
    ({ code }: { code: unknown }) => code,
  );
}
