import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Archive, archiveName } from './archive.ts';
import { collect, digest, printedBy, runTool, runUserBash, workFolder } from './fixtures/pi-bash.ts';
import { Outputs } from './outputs.ts';
import { snapshotOf } from './pi-result.ts';

const COMMAND = 'seq 1 200000';

function stateFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'state', 'outputs');
}

function openArchive(folder: string, maxBytes?: number): Archive {
  const onTrouble = (words: string): never => assert.fail(words);
  return new Archive({ folder, onTrouble, ...(maxBytes && { maxBytes }) });
}

function openOutputs(t: TestContext, archive: Archive): Outputs {
  const outputs = new Outputs({ onGrowth: () => {}, pid: () => process.pid, archive });
  t.after(() => outputs.close());
  return outputs;
}

/** Somebody cleans the temporary folder. */
function clean(): void {
  for (const name of readdirSync(workFolder))
    if (name.startsWith('pi-bash-')) rmSync(path.join(workFolder, name));
}

const chunksOf = (text: string) =>
  async function* () {
    yield Buffer.from(text);
  };
const store = (archive: Archive, name: string, text: string): Promise<void> =>
  archive.store(name, { length: Buffer.byteLength(text), chunks: chunksOf(text) });

test('the next panel shows everything that a command printed, even after the temporary folder was cleaned up', async (t) => {
  const folder = stateFolder(t);
  const before = openOutputs(t, openArchive(folder));
  before.start('tool');
  let text = '';
  await runTool(before, 'tool', COMMAND, { onEnd: (result) => (text = snapshotOf(result).text) });
  before.start('user');
  const { output, fullOutputPath } = await runUserBash(before, 'user', COMMAND);
  before.start('interrupted');
  before.append('interrupted', 'half');
  before.end('interrupted');
  await before.close();
  clean();

  const after = openOutputs(t, openArchive(folder));
  await after.store('tool', text, /Full output: ([^\]]*)/.exec(text)?.[1]);
  await after.store('user', output, fullOutputPath);
  await after.store('interrupted');
  await after.store('unknown');
  const expected = await printedBy(COMMAND);
  for (const call of ['tool', 'user']) {
    await after.checkReadable(call);
    assert.equal(after.bytes(call), expected.length);
    assert.equal(digest(await collect(after.read(call))), digest(expected), call);
  }
  assert.equal((await collect(after.read('tool', { from: expected.length - 7 }))).toString(), '200000\n');
  assert.equal((await collect(after.read('interrupted'))).toString(), 'half');
  assert.equal(after.has('unknown'), false);
});

test('the panel that ran the command still shows its output after the temporary folder was cleaned up', async (t) => {
  const archive = openArchive(stateFolder(t));
  const outputs = openOutputs(t, archive);
  outputs.start('run');
  const live = collect(outputs.read('run', { follow: true }));
  await runTool(outputs, 'run', COMMAND);
  await live;
  await store(archive, 'after the run', 'x');
  clean();
  await outputs.checkReadable('run');
  assert.equal(digest(await collect(outputs.read('run'))), digest(await printedBy(COMMAND)));
});

test('output that pi’s session file has completely is not archived, nor is the note that output no longer exists', async (t) => {
  const folder = stateFolder(t);
  const outputs = openOutputs(t, openArchive(folder));
  outputs.start('run');
  await runTool(outputs, 'run', 'seq 1 20; exit 3');
  outputs.start('silent');
  await runTool(outputs, 'silent', 'true');
  outputs.start('many bytes a character');
  await runTool(outputs, 'many bytes a character', 'echo 日本語');
  await outputs.store('gone', 'the end', path.join(workFolder, 'pi-bash-0000000000000000.log'));
  await collect(outputs.read('gone'));
  await outputs.close();
  assert.ok(!existsSync(folder));
});

test('only the owner can read the archive', async (t) => {
  const folder = stateFolder(t);
  await store(openArchive(folder), 'a', 'secret');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(path.join(folder, 'a')).mode & 0o777, 0o600);
});

test('the oldest files are removed when the archive is full, and a file that is too large is not kept', async (t) => {
  const folder = stateFolder(t);
  const archive = openArchive(folder, 5 * 4096);
  for (let n = 0; n < 8; n++) {
    await store(archive, `${n}`, 'x');
    utimesSync(path.join(folder, `${n}`), n, n);
  }
  assert.deepEqual(readdirSync(folder).toSorted(), ['3', '4', '5', '6', '7']);
  const random = Array.from({ length: 20_000 }, () => Math.random()).join();
  await store(archive, 'large', random);
  assert.deepEqual(readdirSync(folder).toSorted(), ['3', '4', '5', '6', '7']);
});

test('output that ends early is not kept, and unfinished files of a killed panel are removed after a day', async (t) => {
  const folder = stateFolder(t);
  const archive = openArchive(folder);
  await archive.store('a', { length: 100, chunks: chunksOf('half') });
  assert.equal(await archive.find('a'), undefined);
  const [old, recent] = ['old.new', 'recent.new'].map((name) => path.join(folder, name));
  for (const file of [old!, recent!]) writeFileSync(file, '');
  utimesSync(old!, 0, 0);
  await store(archive, 'b', 'whole');
  assert.deepEqual(readdirSync(folder).toSorted(), ['b', 'recent.new']);
});

test('what another panel is writing is neither removed nor counted when the archive is full', async (t) => {
  const folder = stateFolder(t);
  const archive = openArchive(folder, 3 * 4096);
  for (let n = 1; n <= 3; n++) {
    await store(archive, `${n}`, 'x');
    utimesSync(path.join(folder, `${n}`), Date.now() / 1000 - 60 + n, Date.now() / 1000 - 60 + n);
  }
  const unfinished = path.join(folder, 'other.new');
  writeFileSync(unfinished, Buffer.alloc(3 * 4096));
  // It waits for its disk, so it is the oldest.
  utimesSync(unfinished, Date.now() / 1000 - 600, Date.now() / 1000 - 600);
  await store(archive, '4', 'x');
  assert.deepEqual(readdirSync(folder).toSorted(), ['2', '3', '4', 'other.new']);
});

test('a folder that cannot be written is reported once, and again after it could be', async (t) => {
  const troubles: string[] = [];
  const folder = stateFolder(t);
  const parent = path.dirname(folder);
  const archive = new Archive({ folder, onTrouble: (words) => troubles.push(words) });
  // A file is where the folder would be.
  writeFileSync(parent, '');
  await store(archive, 'a', 'x');
  await store(archive, 'b', 'x');
  assert.equal(troubles.length, 1);
  rmSync(parent);
  await store(archive, 'c', 'x');
  assert.deepEqual(readdirSync(folder), ['c']);
  assert.equal(troubles.length, 1);
  rmSync(parent, { recursive: true });
  writeFileSync(parent, '');
  await store(archive, 'd', 'x');
  assert.equal(troubles.length, 2);
});

test('calls with the same id but different results have different names', () => {
  assert.equal(archiveName('call_1', 'text'), archiveName('call_1', 'text'));
  assert.equal(new Set([archiveName('a', 'b'), archiveName('a', 'c'), archiveName('ab', '')]).size, 3);
});
