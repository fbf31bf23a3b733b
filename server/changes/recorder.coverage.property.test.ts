// Random commands in random folders: whatever differs on disk afterwards is recorded with its old content, or named as
// not recorded.
import assert from 'node:assert/strict';
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { bytesOfName, nameFromBytes, showName } from '../workspace/byte-names.ts';
import { hashOf } from './contents/file-state.ts';
import type { Changed } from './journal/journal.ts';
import { recorderBench } from './fixtures/recorder-bench.ts';

const NAMES = ['a', '.env', 'b.log', 'src', 'build', 'node_modules', 'secrets', '.gitignore', 'n\udcff'];
const RULES = ['*.log', '.env', 'build/', 'node_modules', 'secrets/', '!.env', '/src', 'a'];

type Op =
  | { do: 'write'; at: string; text: string }
  | { do: 'ignore'; at: string; rules: string[] }
  | { do: 'remove'; at: string }
  | { do: 'folder'; at: string }
  | { do: 'link'; at: string }
  | { do: 'move'; at: string; to: string };

const place = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'));
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      at: place,
      text: fc.constantFrom('1', '2', '33'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ignore' as const),
      at: fc.constantFrom('', 'src', 'build', 'secrets'),
      rules: fc.subarray(RULES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('remove' as const, 'folder' as const, 'link' as const),
      at: place,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), at: place, to: place }) },
);
/** What the command does, and before that somebody else. */
const command = fc.record({ others: fc.array(op, { maxLength: 2 }), own: fc.array(op, { maxLength: 5 }) });

/** What is wrong with the path, such as a file in place of a folder, makes the operation do nothing. */
async function carryOut(root: string, op: Op): Promise<void> {
  const at = (name: string): Buffer => bytesOfName(path.join(root, name));
  try {
    if (op.do === 'remove') return await rm(at(op.at), { recursive: true });
    await mkdir(at(path.dirname(op.at)), { recursive: true });
    if (op.do === 'write') await writeFile(at(op.at), op.text);
    else if (op.do === 'ignore') await writeFile(at(path.join(op.at, '.gitignore')), op.rules.join('\n'));
    else if (op.do === 'folder') await mkdir(at(op.at));
    else if (op.do === 'link') await symlink('a', at(op.at));
    else await rename(at(op.at), at(op.to));
  } catch (error) {
    assert.match(
      (error as NodeJS.ErrnoException).code ?? '',
      /^E(?:NOENT|NOTDIR|ISDIR|EXIST|NOTEMPTY|INVAL|LOOP)$/,
    );
  }
}

/** The whole tree: each path with its kind and content. */
async function read(root: string, folder = ''): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const bytes of await readdir(bytesOfName(path.join(root, folder)), { encoding: 'buffer' })) {
    const name = path.posix.join(folder, nameFromBytes(bytes));
    if (name === '.git') continue;
    const whole = bytesOfName(path.join(root, name));
    const stats = await lstat(whole);
    if (stats.isSymbolicLink()) found.set(name, `link ${await readlink(whole)}`);
    else if (stats.isFile()) found.set(name, `file ${hashOf(await readFile(whole))}`);
    else {
      found.set(name, 'folder');
      for (const [inner, state] of await read(root, name)) found.set(inner, state);
    }
  }
  return found;
}

const asText = (state: Changed['before']): string =>
  state.kind === 'file'
    ? `file ${state.hash}`
    : state.kind === 'link'
      ? `link ${state.target}`
      : state.kind === 'folder'
        ? 'folder'
        : '';

async function check(t: TestContext, commands: { others: Op[]; own: Op[] }[], first: Op[]): Promise<void> {
  const { recorder, place: placeOf, begin, records, close } = await recorderBench(t);
  const root = placeOf('');
  await mkdir(placeOf('.git'));
  for (const each of first) await carryOut(root, each);
  await recorder.warm();
  for (const [n, { others, own }] of commands.entries()) {
    for (const each of others) await carryOut(root, each);
    await begin(`c${n}`);
    const before = await read(root);
    for (const each of own) await carryOut(root, each);
    const after = await read(root);
    await recorder.end(`c${n}`);
    const [started, result] = [(await records('call')).at(-1), (await records('result')).at(-1)!];
    const gap = [started?.gap, result.gap].filter(Boolean).join(' ');
    const missed = [...gap.matchAll(/\): ([^:]+)\.(?= |$)/g)].flatMap(([, names]) => names!.split(', '));
    const isNamed = (name: string): boolean =>
      gap.includes('(+') ||
      missed.some(
        (one) => showName(name) === one || `${showName(name)}/`.startsWith(one.replace(/\/?$/, '/')),
      );
    const recorded = new Map(result.files.map((file) => [file.path, file]));
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(name) ?? '', after.get(name) ?? ''];
      const file = recorded.get(name);
      if (was === is) continue;
      assert.ok(file || isNamed(name), `${showName(name)}: ${was} to ${is}, gap: ${gap}`);
      if (file && file.before.kind !== 'unknown') assert.equal(asText(file.before), was, showName(name));
      if (file && file.after.kind !== 'unknown') assert.equal(asText(file.after), is, showName(name));
    }
  }
  await close();
}

test('K2: whatever a command changes is recorded with its old content, or named as not recorded', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 1, maxLength: 4 }),
      fc.array(op, { maxLength: 8 }),
      (commands, first) => check(t, commands, first),
    ),
    { seed: Number(process.env.SEED ?? 41), numRuns: Number(process.env.RUNS ?? 60) },
  );
});
