import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Links, linksFile } from './links.ts';

const DAY = 24 * 60 * 60 * 1000;

async function setUp(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-links-'));
  t.after(() => rm(folder, { recursive: true }));
  let now = Date.now();
  t.mock.method(Date, 'now', () => now);
  const troubles: string[] = [];
  const start = (file: string, options?: { forget: boolean }): Links => {
    const links = new Links({ onTrouble: (words) => troubles.push(words) });
    links.keepIn(path.join(folder, 'links', file), options);
    return links;
  };
  return { folder: path.join(folder, 'links'), start, troubles, wait: (ms: number) => (now += ms) };
}

test('S-15, S-22: a link opens later starts with the same file, and none with another', async (t) => {
  const { start } = await setUp(t);
  const first = start('4317');
  const second = start('4317');
  assert.notEqual(first.token, second.token);
  assert.ok(second.admits(first.token) && second.admits(second.token));
  assert.ok(!second.admits('') && !second.admits(first.token.slice(1)));
  assert.ok(!first.admits(second.token), 'a start knows no later ones');
  assert.ok(!start('4318').admits(first.token));
});

test('S-21, S-25: the file holds digests only, none of which opens anything, and only its owner can read it', async (t) => {
  const { start, folder } = await setUp(t);
  const links = start('4317');
  const file = path.join(folder, '4317');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const text = await readFile(file, 'utf8');
  assert.ok(!text.includes(links.token));
  const digest = createHash('sha256').update(links.token).digest();
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
    assert.ok(!links.admits(digest.toString(form)), form);
});

test('S-22: a link ends 30 days after its last use, even across restarts', async (t) => {
  const { start, wait } = await setUp(t);
  const [used, unused] = [start('4317').token, start('4317').token];
  for (let day = 0; day < 4; day++) {
    wait(10 * DAY);
    assert.ok(start('4317').admits(used));
  }
  const links = start('4317');
  assert.ok(links.admits(used) && !links.admits(unused));
  wait(30 * DAY);
  assert.ok(!links.admits(used) && links.admits(links.token), 'in a panel that runs for so long');
});

test('S-22: forgotten and replaced links open neither this start nor a later one', async (t) => {
  const { start } = await setUp(t);
  const first = start('4317').token;
  const second = start('4317', { forget: true });
  assert.ok(!second.admits(first) && second.admits(second.token));
  const before = second.token;
  const { token, problem } = await second.replaceAll();
  assert.equal(problem, null);
  assert.ok(!second.admits(before) && second.admits(token));
  assert.equal(second.token, token);
  const third = start('4317');
  assert.ok(!third.admits(before) && third.admits(token));
});

test('S-22: replaced links open no later start if their file cannot be written, or the answer says why they may', async (t) => {
  const { start, folder } = await setUp(t);
  const first = start('4317').token;
  const second = start('4317');
  await mkdir(path.join(folder, '4317.new'));
  const { problem } = await second.replaceAll();
  assert.ok(!start('4317').admits(first), 'the file with the earlier links is gone');
  assert.equal(problem, null);
  // A folder can neither be replaced nor removed like a file, nor does it show which links are in it.
  await mkdir(path.join(folder, 'taken'), { mode: 0o700 });
  const blocked = start('taken');
  const { token } = await blocked.replaceAll();
  assert.match((await blocked.replaceAll()).problem ?? '', /taken/);
  assert.ok(!blocked.admits(token), 'they are ended until then');
});

test('S-21: links that others could have written open nothing', async (t) => {
  const { start, folder, troubles } = await setUp(t);
  const { token } = start('4317');
  for (const mode of [0o644, 0o620]) {
    await chmod(path.join(folder, '4317'), mode);
    assert.ok(!start('4317').admits(token), mode.toString(8));
    assert.match(troubles.pop() ?? '', /could have been changed by others/);
  }
});

test('a file that is damaged or cannot be written invalidates only the old links', async (t) => {
  const { start, folder, troubles } = await setUp(t);
  const { token } = start('4317');
  for (const text of [
    '',
    '{',
    'null',
    '{"a":1}',
    '[null,{"digest":"../x","usedAt":1},{"digest":"00","usedAt":9e15}]',
  ]) {
    await writeFile(path.join(folder, '4317'), text, { mode: 0o600 });
    const links = start('4317');
    assert.ok(!links.admits(token) && links.admits(links.token), text);
  }
  assert.deepEqual(troubles, []);
  await mkdir(path.join(folder, 'taken'), { mode: 0o700 });
  const links = start('taken');
  assert.ok(links.admits(links.token));
  assert.equal(troubles.length, 1 + 1, 'one for reading, one for writing');
});

test('no more than fifty links are kept, and files that nobody used for 30 days are removed', async (t) => {
  const { start, folder, wait } = await setUp(t);
  const tokens = Array.from({ length: 60 }, () => (wait(1), start('4317').token));
  const links = start('4317');
  assert.equal(tokens.filter((token) => links.admits(token)).length, 49);
  assert.ok(links.admits(tokens.at(-1)!));
  await utimes(path.join(folder, '4317'), new Date(0), new Date(0));
  start('4318');
  assert.deepEqual(await readdir(folder), ['4318']);
});

test('the links of each workspace and port have their own file, whatever the workspace is called', () => {
  const file = linksFile('/state', { workspace: '/a b/../"c"', port: 4317 });
  assert.match(file, /^\/state\/4317-[0-9a-f]{16}\.json$/);
  assert.notEqual(file, linksFile('/state', { workspace: '/a', port: 4317 }));
  assert.notEqual(file, linksFile('/state', { workspace: '/a b/../"c"', port: 4318 }));
});
