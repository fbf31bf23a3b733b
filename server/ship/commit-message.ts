// The prompt for the draft of a commit message: the difference, and how the repository writes its messages.
import type { MessageDraftBody } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { readBytes, readGit, readWord } from '../git/git.ts';
import { readCommits } from './commits.ts';

/** Characters of the difference. The names of all files come before it. */
const MAX_DIFF = 40_000;
/** Characters of each new file. */
const MAX_FILE = 4000;
const MAX_NEW_FILES = 20;
const MAX_SUBJECTS = 20;

export interface MessageQuestion {
  system: string;
  text: string;
}

/** Rejects with a Refusal 409 `no_changes` if there is nothing to describe. */
export async function askForMessage(root: string, body: MessageDraftBody): Promise<MessageQuestion> {
  const hasCommit = (await readWord(root, ['rev-parse', '--verify', '--quiet', 'HEAD'])) !== null;
  const [diff, subjects] = await Promise.all([
    'staged' in body ? readStaged(root) : readDifference(root, body.paths, hasCommit),
    hasCommit ? readCommits(root, { range: ['HEAD'], count: MAX_SUBJECTS, options: ['--no-merges'] }) : [],
  ]);
  if (diff.trim() === '')
    throw new Refusal(
      409,
      'no_changes',
      'Nothing differs from the last commit, so there is nothing to describe.',
    );
  return { system: systemFor(subjects.map(({ subject }) => subject)), text: diff };
}

/** Returns the message without a fence or quotation marks around it. */
export function messageIn(answer: string): string {
  const text = answer.trim();
  return (
    /^```\w*\n([^]*?)\n?```$/.exec(text)?.[1] ??
    /^["“]([^"“”\n]+)["”]$/.exec(text)?.[1] ??
    text
  ).trim();
}

function systemFor(subjects: readonly string[]): string {
  const rules =
    'You write the message of a git commit from its diff. Answer with the message alone, without a fence. The first line is at most 72 characters and says what the commit changes. Add a body after an empty line only if the reason or the consequences are not obvious.';
  if (subjects.length === 0) return rules;
  const list = subjects.map((subject) => `- ${subject}`).join('\n');
  return `${rules} Write in the style and language of the last messages of this repository:\n${list}`;
}

async function readStaged(root: string): Promise<string> {
  const [names, diff] = await Promise.all([
    readGit(root, ['diff', '--cached', '--stat=120', '-M']),
    readGit(root, ['diff', '--cached', '-M', '--unified=3']),
  ]);
  return join(names, diff);
}

async function readDifference(root: string, paths: readonly string[], hasCommit: boolean): Promise<string> {
  const inWorkspace = paths.map((path) => `:(literal)${path}`);
  const tracked = hasCommit ? ['HEAD'] : ['--cached'];
  const [names, diff, untracked] = await Promise.all([
    readGit(root, ['diff', ...tracked, '--stat=120', '-M', '--', ...inWorkspace]),
    readGit(root, ['diff', ...tracked, '-M', '--unified=3', '--', ...inWorkspace]),
    readGit(root, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...inWorkspace]),
  ]);
  const news = untracked.split('\0').filter(Boolean);
  const contents = await Promise.all(news.slice(0, MAX_NEW_FILES).map((path) => readNew(root, path)));
  const list = news.length > 0 ? `New files:\n${news.slice(0, 200).join('\n')}` : '';
  return join([names.trim(), list].filter(Boolean).join('\n'), [diff, ...contents].join('\n'));
}

/** The difference of a new file from none, for which git ends with 1. */
async function readNew(root: string, path: string): Promise<string> {
  const bytes = await readBytes(root, ['diff', '--no-index', '--', '/dev/null', path], [0, 1]);
  return cutText(bytes?.toString('utf8') ?? '', MAX_FILE);
}

function join(names: string, diff: string): string {
  if (diff.trim() === '' && names.trim() === '') return '';
  const isCut = diff.length > MAX_DIFF;
  return `${names.trim()}\n\n${cutText(diff, MAX_DIFF)}${isCut ? '\n… (the rest is left out)' : ''}`;
}
