// Tests the contents before a command in repositories in which git stores different bytes from those in the folder.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { changesFolder } from './journal/changes-folder.ts';
import { fileState } from './contents/file-state.ts';
import { TURN } from './fixtures/records.ts';
import { JournalReader } from './journal/journal.ts';
import { Recorder } from './recorder.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';
/** So many that no copy is made. */
const LARGE = 30_000;

/** A repository with these files, and what is known of them after a command has changed all of them. */
async function knownAfter(
  t: TestContext,
  {
    settings,
    files,
    also = {},
  }: Record<'settings' | 'files', Record<string, string>> & { also?: Record<string, string> },
): Promise<Record<string, string>> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-old-')));
  const workspace = path.join(root, 'project');
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: workspace, encoding: 'utf8', stdio: 'pipe' });
  execFileSync('git', ['init', '-q', workspace]);
  for (const [name, value] of Object.entries(settings)) git('config', name, value);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(workspace, name), text, { mode: 0o644 });
    // git is sure of what it has only when the index is newer.
    await utimes(path.join(workspace, name), new Date('2020-01-01'), new Date('2020-01-01'));
  }
  git('add', '-A');
  const folder = changesFolder(path.join(root, 'state'), workspace);
  const recorder = new Recorder(workspace, folder);
  t.after(async () => {
    await recorder.close();
    await rm(root, { recursive: true, force: true });
  });
  await recorder.warm();
  const before = await Promise.all(Object.keys(files).map((name) => readFile(path.join(workspace, name))));
  await recorder.begin({ session: 's', turn: TURN, call: 'c', tool: 'bash' });
  for (const name of Object.keys(files))
    if (name !== '.gitattributes') await writeFile(path.join(workspace, name), 'changed');
  for (const [name, text] of Object.entries(also)) await writeFile(path.join(workspace, name), text);
  await recorder.end('c');
  const [result] = (await new JournalReader(folder.journal).records()).filter(
    ({ type }) => type === 'result',
  );
  assert.ok(result?.type === 'result');
  const known: Record<string, string> = {};
  for (const { path: name, before: state } of result.files) {
    const bytes = before[Object.keys(files).indexOf(name)];
    if (!bytes || name === '.gitattributes') continue;
    const { hash } = fileState(bytes, 0o644) as { hash: string };
    known[name] = state.kind === 'file' ? (state.hash === hash ? 'exactly' : 'wrongly') : state.kind;
  }
  return known;
}

test('line ends that git converts are those of the file', { skip }, async (t) => {
  const known = await knownAfter(t, {
    settings: { 'core.autocrlf': 'true', 'core.safecrlf': 'false' },
    files: {
      crlf: 'a line\r\n'.repeat(LARGE * 2),
      lf: 'a line\n'.repeat(LARGE * 2),
      mixed: 'a line\r\na line\n'.repeat(LARGE),
      small: 'one\r\ntwo\n',
    },
  });
  assert.deepEqual(known, { crlf: 'exactly', lf: 'exactly', mixed: 'unknown', small: 'unknown' });
});

test('a content that a git filter produces is taken from a copy, not from git', { skip }, async (t) => {
  const known = await knownAfter(t, {
    // The length stays the same, so that it proves nothing.
    settings: { 'filter.turn.clean': 'tr a-z b-za', 'filter.turn.smudge': 'tr b-za a-z' },
    files: {
      '.gitattributes': '*.f filter=turn\n',
      'large.f': 'abcd\n'.repeat(LARGE * 2),
      'small.f': 'abcd\n',
    },
  });
  assert.deepEqual(known, { 'large.f': 'unknown', 'small.f': 'exactly' });
});

test('a command that changes which files git converts leaves contents unknown', { skip }, async (t) => {
  const known = await knownAfter(t, {
    settings: { 'filter.turn.clean': 'tr a-z b-za', 'filter.turn.smudge': 'tr b-za a-z' },
    files: { '.gitattributes': '*.f filter=turn\n', 'large.f': 'abcd\n'.repeat(LARGE * 2) },
    also: { '.gitattributes': '' },
  });
  assert.deepEqual(known, { 'large.f': 'unknown' });
});
