import assert from 'node:assert/strict';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import * as v from 'valibot';
import { SharedJson } from './shared-json.ts';

interface Words {
  words: string[];
}

async function sharedWords(t: TestContext): Promise<{ file: string; shared: SharedJson<Words> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shared-json-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'words.json');
  return { file, shared: open(file) };
}

function open(file: string | null): SharedJson<Words> {
  const schema = v.object({ words: v.array(v.string()) });
  return new SharedJson({ file, schema, empty: () => ({ words: [] }) });
}

test('a damaged file that cannot get another name is not overwritten', async (t) => {
  const { file, shared } = await sharedWords(t);
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  // What the user may have repaired by hand is in the way.
  await mkdir(`${file}.broken-1970-01-01T00-00-00-000Z/folder`, { recursive: true });
  await writeFile(file, '{"words": [1');
  await assert.rejects(shared.change(({ words }) => void words.push('new')));
  assert.equal(await readFile(file, 'utf8'), '{"words": [1');
});

test('a change that fails leaves the file as it was, and no other file beside it', async (t) => {
  const { file, shared } = await sharedWords(t);
  await shared.change(({ words }) => void words.push('old'));
  const before = await readFile(file, 'utf8');
  const failing = shared.change((value) => {
    value.words.length = 0;
    throw new Error('cannot decide');
  });
  await assert.rejects(failing, /cannot decide/);
  assert.equal(await readFile(file, 'utf8'), before);
  assert.deepEqual(await readdir(path.dirname(file)), ['words.json']);
  await shared.change(({ words }) => void words.push('new'));
  assert.deepEqual(await shared.read(), { words: ['old', 'new'] });
});

test('changes at the same time, through one or several objects, are all kept in their order', async (t) => {
  const { file, shared } = await sharedWords(t);
  const other = open(file);
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  await Promise.all(
    numbers.map((n) =>
      (n % 2 === 0 ? shared : other).change(({ words }) => void words.push(`${n % 2} ${n}`)),
    ),
  );
  const { words } = await shared.read();
  assert.equal(words.length, 20);
  for (const one of ['0', '1']) {
    const own = words.filter((word) => word.startsWith(one)).map((word) => Number(word.slice(2)));
    assert.deepEqual(
      own,
      own.toSorted((a, b) => a - b),
    );
  }
});

test('what was read is a copy: changing it changes nothing for others', async (t) => {
  const { shared } = await sharedWords(t);
  await shared.change(({ words }) => void words.push('old'));
  (await shared.read()).words.push('of the reader');
  assert.deepEqual(await shared.read(), { words: ['old'] });
});

test('without a file, each object has a value of its own', async () => {
  const [one, other] = [open(null), open(null)];
  await one.change(({ words }) => void words.push('one'));
  assert.deepEqual(await one.read(), { words: ['one'] });
  assert.deepEqual(await other.read(), { words: [] });
});
