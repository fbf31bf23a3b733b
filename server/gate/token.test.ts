import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { RawRequest } from './raw-request.ts';
import { createToken, guessLimit, readTokenFile, tokenCheck } from './token.ts';

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'token-file-'));
});

after(() => rm(folder, { recursive: true }));

test('S-20: a token is 256 random bits in URL-safe characters', () => {
  const tokens = new Set(Array.from({ length: 100 }, createToken));
  assert.equal(tokens.size, 100);
  for (const token of tokens) assert.match(token, /^[\w-]{43}$/);
});

test('S-21, S-24: a missing file is created for its owner alone, and gives the same token from then on', async () => {
  const path = join(folder, 'new', 'token');
  const token = await readTokenFile(path);
  assert.match(token, /^[\w-]{43}$/);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(join(folder, 'new'))).mode & 0o777, 0o700);
  assert.equal(await readTokenFile(path), token);
  assert.equal((await readFile(path, 'utf8')).trim(), token);
});

test('S-21: a file that others may read is refused, and the error names the remedy', async () => {
  const path = join(folder, 'loose');
  for (const mode of [0o644, 0o640, 0o604, 0o660]) {
    await rm(path, { force: true });
    await writeFile(path, createToken());
    await chmod(path, mode);
    await assert.rejects(readTokenFile(path), { message: new RegExp(`chmod 600 ${path}`) });
  }
});

test('the command that repairs the permissions can be pasted into a shell', async () => {
  const path = join(folder, "Anna's token");
  await writeFile(path, createToken(), { mode: 0o644 });
  const error = await readTokenFile(path).catch((reason: Error) => reason.message);
  const [, command] = /Run: (.+) \(or/.exec(String(error)) ?? [];
  execFileSync('sh', ['-c', command!]);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('a token file that cannot be written completely is not left behind', async (t) => {
  const place = join(folder, 'full');
  const probe = await open(join(folder, 'probe'), 'w');
  const mock = t.mock.method(Object.getPrototypeOf(probe) as typeof probe, 'writeFile', () =>
    Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  );
  await probe.close();
  await assert.rejects(readTokenFile(join(place, 'token')), { code: 'ENOSPC' });
  assert.deepEqual(await readdir(place), []);
  mock.mock.restore();
  assert.match(await readTokenFile(join(place, 'token')), /^[\w-]{43}$/);
  assert.deepEqual(await readdir(place), ['token']);
});

test('panels that start at the same time agree on one token', async () => {
  const path = join(folder, 'at once', 'token');
  const tokens = await Promise.all(Array.from({ length: 8 }, () => readTokenFile(path)));
  assert.equal(new Set(tokens).size, 1);
});

test('S-64: a request without a token is admitted if none is needed, as on a socket', () => {
  const check = tokenCheck(
    () => true,
    () => assert.fail('a guess was counted'),
  );
  assert.equal(check({ all: () => [] as string[] } as unknown as RawRequest), undefined);
});

test('S-20: the right token sent twice is refused, but is not a guess', () => {
  let guesses = 0;
  const check = tokenCheck(
    (token) => token === 'right',
    () => void guesses++,
  );
  const send = (...values: string[]) =>
    check({ method: 'GET', target: '/', all: () => values.map((value) => `Bearer ${value}`) })?.status;
  assert.deepEqual([send('right'), send(), send('right', 'right'), guesses], [undefined, 401, 401, 0]);
  assert.deepEqual([send('wrong'), send('right', 'wrong'), guesses], [401, 401, 2]);
});

test('a file without a token is refused and not changed', async () => {
  const path = join(folder, 'other');
  for (const text of ['', 'short', `${createToken()}\n${createToken()}`, 'ä'.repeat(40), 'a'.repeat(2000)]) {
    await writeFile(path, text, { mode: 0o600 });
    await assert.rejects(readTokenFile(path), /does not contain a token/);
    assert.equal(await readFile(path, 'utf8'), text);
  }
});

test('S-21: a link to the file of another user is not followed', async () => {
  const target = join(folder, 'target');
  await writeFile(target, createToken(), { mode: 0o600 });
  await symlink(target, join(folder, 'link'));
  await assert.rejects(readTokenFile(join(folder, 'link')), {
    message: /link is a symbolic link: give --token-file the path of the file itself\.$/,
  });
});

test('S-20: after a hundred wrong tokens in a minute others have to wait, which is reported once', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  let reported = 0;
  const wait = guessLimit(() => reported++);
  const answers = Array.from({ length: 1000 }, () => wait());
  assert.equal(answers.filter((seconds) => seconds === undefined).length, 100);
  assert.equal(answers.at(-1), 60);
  assert.equal(reported, 1);
  now += 59_500;
  assert.equal(wait(), 1);
  now += 500;
  assert.equal(wait(), undefined, 'a new minute');
  assert.equal(reported, 1);
});
