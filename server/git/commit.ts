// Stages chosen changes and commits them, when the user asks for it.
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ChosenFile, CommitRequest, CommitResult } from '../../shared/git.ts';
import { hunksOf, linesOf, type Edit } from '../../shared/hunks.ts';
import { Refusal } from '../../shared/refusal.ts';
import { ifThere } from '../lib/if-there.ts';
import { readRegular } from '../lib/regular-file.ts';
import { losslessText } from '../lib/lossless-text.ts';
import { comparedWithHead, type ComparedContents } from './compared-content.ts';
import { readBytes, readGit, writeGit } from './git.ts';
import { pathInHead } from './head-changes.ts';
import { patchOf } from './patch.ts';
import { readCheckedOut, toStore } from './stored-content.ts';

const APPLY = ['apply', '--cached', '--unidiff-zero', '--whitespace=nowarn', '-'];
const DIFF = [
  'diff',
  '--binary',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--full-index',
  '--submodule=short',
];

/**
 * Stages and commits. Rejects with a Refusal 409 `hunk_gone`, and writes nothing, if a chosen hunk is no longer there.
 */
export async function commit(
  root: string,
  { message, amend, signoff, files }: CommitRequest,
): Promise<CommitResult> {
  const options = [...(amend ? ['--amend'] : []), ...(signoff ? ['--signoff'] : [])];
  const patches: string[] = [];
  for (const file of files) {
    const origin = await pathInHead(root, file.path);
    patches.push(await patchFor(root, file, origin));
    // The other half of a rename, unless it is staged already.
    if (origin !== null && (await stagedContent(root, origin)))
      patches.push(await wholePatch(root, origin, true));
  }
  const patch = patches.join('');
  const commands: CommitResult['commands'] = [];
  const run = async (args: string[], input: string | Buffer): Promise<boolean> => {
    const { status, output } = await writeGit(root, args, { input });
    commands.push({ command: `git ${args.join(' ')}`, output, status });
    return status === 0;
  };
  // Everything may already be staged, for instance after a hook refused the commit.
  const isStaged = patch === '' || (await run(APPLY, Buffer.from(patch, 'latin1')));
  const isDone =
    isStaged && (message === undefined || (await run(['commit', ...options, '-F', '-'], message)));
  if (!isDone || message === undefined) return { isDone, commands };
  const [hash, head] = (
    await Promise.all([
      readBytes(root, ['rev-parse', '--short', 'HEAD']),
      readBytes(root, ['rev-parse', '--symbolic-full-name', 'HEAD']),
    ])
  ).map((answer) => answer?.toString('utf8').trim());
  const branch = /^refs\/heads\/(.+)/.exec(head ?? '')?.[1];
  return { isDone, ...(hash && { hash }), ...(branch !== undefined && { branch }), commands };
}

/** Returns the patch from the index to the chosen state. Empty if the index already has that state. */
async function patchFor(
  root: string,
  { path: name, hunks }: ChosenFile,
  origin: string | null,
): Promise<string> {
  const blob = await stagedContent(root, name);
  if (!hunks) return wholePatch(root, name, blob !== null);
  const place = path.join(root, name);
  // A folder may have taken the place of the file.
  if (!(await ifThere(stat(place)))?.isFile()) throw new Refusal(409, 'hunk_gone', changedSince(name));
  const content = await readRegular(place);
  const compared = await comparedWithHead(root, { path: name, origin: origin ?? name, now: content });
  const before = compared.isStored ? blob : await readCheckedOut(root, '', name);
  const chosen = chosenEdits({ name, hunks, before, compared });
  if (chosen.length === 0) return '';
  // The edits refer to lines by number, which are the same in the content that git stores.
  const [was, after] = [bytesOf(blob), bytesOf(compared.after)];
  const is = bytesOf(await toStore(root, name, { content, stored: compared.stored }));
  const sameLines = (one: string, other: string): boolean => linesOf(one).length === linesOf(other).length;
  if (!sameLines(was, bytesOf(before)) || !sameLines(is, after)) throw filtered(name);
  const isExecutable = ((await lstat(place)).mode & 0o100) !== 0;
  return patchOf(
    { path: (await prefixOf(root)) + name, before: blob && was, after: is, isExecutable },
    chosen,
  );
}

/** The content in the index as git stores it; null if the index lacks the file. */
function stagedContent(root: string, name: string): Promise<Buffer | null> {
  return readBytes(root, ['cat-file', 'blob', `:./${name}`]);
}

/** Returns the text as a string of bytes. */
function bytesOf(content: Buffer | null): string {
  return content?.toString('latin1') ?? '';
}

function chosenEdits(file: {
  name: string;
  hunks: string[];
  before: Buffer | null;
  compared: ComparedContents;
}): Edit[] {
  const { name, hunks, before, compared } = file;
  const [index, head, after] = [before, compared.before, compared.after].map((bytes) =>
    losslessText(bytes ?? Buffer.of()),
  ) as [string, string, string];
  const left = hunksOf(name, index, after);
  const reviewed = hunksOf(name, head, after);
  // If an equal hunk is already staged, the id of the other one changes, but not its place.
  const ids = new Map(reviewed.map((hunk) => [placeOf(hunk), hunk.id]));
  const all = new Set(reviewed.map(({ id }) => id));
  const gone = hunks.find((id) => !all.has(id) && !left.some((hunk) => hunk.id === id));
  if (gone !== undefined) {
    throw new Refusal(409, 'hunk_gone', changedSince(name));
  }
  return left.filter((hunk) => hunks.includes(ids.get(placeOf(hunk)) ?? hunk.id));
}

const changedSince = (name: string): string =>
  `${JSON.stringify(name)} has changed since you reviewed it. Nothing was staged; review it again.`;

const placeOf = ({ afterStart, afterEnd }: Edit): string => `${afterStart} ${afterEnd}`;

function filtered(name: string): Refusal {
  const message = `git changes the lines of ${JSON.stringify(name)} when it stores them. Nothing was staged; commit the whole file.`;
  return new Refusal(409, 'filtered', message);
}

/** Returns the workspace's path in the repository, `sub/` or empty. */
async function prefixOf(root: string): Promise<string> {
  return (await readGit(root, ['rev-parse', '--show-prefix'])).replace(/\n$/, '');
}

async function wholePatch(root: string, name: string, isTracked: boolean): Promise<string> {
  // git names the file from where it is run, but patches name it from the top of the repository.
  const prefix = isTracked ? '' : await prefixOf(root);
  const names = [`--src-prefix=a/${prefix}`, `--dst-prefix=b/${prefix}`];
  // Outside of its index, git takes `-` for its input.
  const isInput = !isTracked && name === '-';
  const place = isInput ? './-' : name;
  const paths = isTracked ? ['--', `:(literal)${name}`] : ['--no-index', '--', '/dev/null', place];
  // This is not a git that only reads, because the patch has the bytes that git's filters store.
  const { status, answer } = await writeGit(root, [...DIFF, ...names, ...paths]);
  const patch = answer.toString('latin1');
  if (status === 0 || (status === 1 && !isTracked)) return isInput ? withoutDot(patch) : patch;
  throw new Refusal(
    409,
    'git_failed',
    `git has no difference for ${JSON.stringify(name)}. Nothing was staged.`,
  );
}

/** Names the file as git does without `./`, in the lines before its content. */
function withoutDot(patch: string): string {
  const head = /^[^]*?(?=\n@@ |\nGIT binary |$(?![^]))/.exec(patch)![0];
  return head.replaceAll('/./-', '/-') + patch.slice(head.length);
}
