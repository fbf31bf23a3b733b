// Diffs in a repository: which hunks a commit contains already, and the diff against the last commit.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { hunksOf } from '../../shared/hunks.ts';
import { hashOf } from './contents/file-state.ts';
import { countLines } from './line-counts.ts';
import { contentOf, diffOf, diffWithHead } from './diff.ts';
import { LATER } from './fixtures/records.ts';
import { LINES, recordedWorkspace } from './fixtures/recorded-workspace.ts';

const OLD = LINES.join('');
const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

/** A repository with the file `a`, committed long ago. */
async function repository(t: TestContext) {
  const bench = await recordedWorkspace(t);
  const { workspace, place, diff } = bench;
  const git = (args: readonly string[], date = new Date()): void => {
    const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
    const env = { ...process.env, GIT_COMMITTER_DATE: date.toISOString() };
    execFileSync('git', [...author, ...args], { cwd: workspace, env, stdio: 'pipe' });
  };
  const commit = (): void => git(['commit', '-qam', 'later']);
  git(['init', '-q']);
  await writeFile(place('a'), OLD, { mode: 0o644 });
  git(['add', '-A']);
  git(['commit', '-qm', 'first'], new Date('2020-01-01'));
  /** For each hunk, whether a later commit contains it. */
  const committed = async (): Promise<boolean[]> => {
    const { before, after, committed: ids = [] } = await diff('a');
    return hunksOf('a', before, after).map(({ id }) => ids.includes(id));
  };
  return { ...bench, git, commit, committed };
}

test(
  'a commit from before a change does not keep it, although it has the same content',
  { skip },
  async (t) => {
    const { place, write, committed } = await repository(t);
    await writeFile(place('a'), LINES.with(2, 'mine\n').join(''));
    await write('a', OLD);
    assert.deepEqual(await committed(), [false]);
  },
);

test('a commit keeps the hunks that it contains, wherever the others are', { skip }, async (t) => {
  const { write, commit, committed } = await repository(t);
  const first = LINES.with(12, 'twelve\n');
  await write('a', first.join(''));
  commit();
  await write('a', first.with(2, 'two\n').join(''));
  assert.deepEqual(await committed(), [false, true]);
});

test('lines that were deleted after the commit are not kept by it', { skip }, async (t) => {
  const { write, commit, committed } = await repository(t);
  const first = LINES.with(2, 'two\n');
  await write('a', first.join(''));
  commit();
  await write('a', first.toSpliced(10, 1).join(''));
  assert.deepEqual(await committed(), [true, false]);
});

test('a file that a commit removed is not kept by it when the agent makes it again', { skip }, async (t) => {
  const { place, write, git, committed, diff } = await repository(t);
  await rm(place('a'));
  await write('a', 'new\n');
  git(['rm', '-q', '--cached', 'a']);
  git(['commit', '-qm', 'removed']);
  assert.deepEqual(await committed(), [false]);
  assert.equal('committed' in (await diff('a')), false);
});

test('a file that is not text, or was changed since, is not compared with a commit', { skip }, async (t) => {
  const { changes, place, write, commit, diff } = await repository(t);
  await write('a', 'agent\n');
  commit();
  await writeFile(place('a'), 'of the user\n');
  const { isCurrent, ...other } = await diff('a');
  assert.deepEqual([isCurrent, 'committed' in other], [false, false]);
  await rm(place('a'));
  await write('a', 'binary\0', LATER);
  commit();
  assert.ok('binary' in (await diffOf(changes, { session: 's', path: 'a', turn: 'user-2000' })));
});

test(
  'the diff with the last commit has the content of the commit and the current one',
  { skip },
  async (t) => {
    const { changes, place } = await repository(t);
    await writeFile(place('a'), 'now\n');
    const diff = await diffWithHead(changes, 'a');
    assert.ok('before' in diff);
    assert.deepEqual([diff.before, diff.after, diff.isCurrent], [OLD, 'now\n', true]);
    assert.equal(diff.beforeEtag, `"${hashOf(Buffer.from(OLD))}"`);
    assert.equal(String(await contentOf(changes, { head: 'a' }, 'before')), OLD);
  },
);

test(
  'lines that differ only in what git converts are not part of the diff with the last commit',
  { skip },
  async (t) => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
    const now = LINES.with(2, 'two\n').join('');
    const cases: {
      name: string;
      autocrlf?: true;
      attributes?: string;
      old: string | Buffer;
      now: string | Buffer;
    }[] = [
      { name: 'autocrlf, written with LF', autocrlf: true, old: crlf(OLD), now },
      {
        name: 'autocrlf, mixed',
        autocrlf: true,
        old: crlf(OLD),
        now: crlf(now).replace('line 9\r', 'line 9'),
      },
      { name: 'eol=crlf, written with LF', attributes: 'a text eol=crlf', old: crlf(OLD), now },
      { name: 'eol=lf, written with CRLF', attributes: 'a text eol=lf', old: OLD, now: crlf(now) },
      { name: 'text=auto, written with CRLF', attributes: 'a text=auto', old: OLD, now: crlf(now) },
      {
        name: 'UTF-16',
        attributes: 'a text working-tree-encoding=UTF-16LE-BOM',
        old: utf16(OLD),
        now: utf16(now),
      },
      { name: 'without a last newline', autocrlf: true, old: crlf(OLD), now: now.trimEnd() },
      { name: 'without conversion', old: OLD, now },
    ];
    for (const { name, autocrlf, attributes, old, now: written } of cases) {
      const { changes, place, git, workspace } = await repository(t);
      if (autocrlf) git(['config', 'core.autocrlf', 'true']);
      if (attributes !== undefined) await writeFile(place('.gitattributes'), `${attributes}\n`);
      await writeFile(place('a'), old);
      git(['add', '--renormalize', '.']);
      git(['commit', '-qam', 'converted', '--allow-empty']);
      await writeFile(place('a'), written);
      const diff = await diffWithHead(changes, 'a');
      assert.ok('before' in diff, name);
      const counts = countLines(diff.before, diff.after);
      const numbers = execFileSync('git', ['diff', '--numstat', 'HEAD', '--', 'a'], {
        cwd: workspace,
        encoding: 'utf8',
      });
      assert.equal(`${counts.added}\t${counts.removed}\ta\n`, numbers, name);
      // What is on disk stays reachable.
      assert.deepEqual(await contentOf(changes, { head: 'a' }, 'after'), Buffer.from(written), name);
    }
  },
);

test(
  'line endings on disk that git ignores are named beside the diff with the last commit',
  { skip },
  async (t) => {
    const { changes, place, git } = await repository(t);
    git(['config', 'core.autocrlf', 'true']);
    await writeFile(place('a'), LINES.with(2, 'two\n').join(''));
    const diff = await diffWithHead(changes, 'a');
    assert.ok('before' in diff);
    assert.deepEqual(diff.endingsOnDisk, { before: 'CRLF', after: 'LF' });
    await writeFile(place('a'), LINES.with(2, 'two\n').join('').replaceAll('\n', '\r\n'));
    const same = await diffWithHead(changes, 'a');
    assert.ok('before' in same);
    assert.equal(same.endingsOnDisk, undefined);
  },
);

test('a commit contains a hunk whatever line endings the file has on disk', { skip }, async (t) => {
  const { write, git, committed } = await repository(t);
  git(['config', 'core.autocrlf', 'true']);
  await write('a', LINES.with(2, 'two\n').join(''));
  git(['commit', '-qam', 'later']);
  assert.deepEqual(await committed(), [true]);
});

test(
  'a side of the diff that is a pointer of git-lfs says how large the file is, beside one that is not text',
  { skip },
  async (t) => {
    const { changes, place, git } = await repository(t);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12000000\n`;
    await writeFile(place('a'), pointer);
    git(['commit', '-qam', 'pointer']);
    await writeFile(place('a'), Buffer.of(0, 1, 2));
    const diff = await diffWithHead(changes, 'a');
    assert.ok('binary' in diff);
    assert.deepEqual(diff.pointers, { before: 12_000_000 });
  },
);
