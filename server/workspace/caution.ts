// Saves that the user should confirm first: files that something runs later by itself, files with a second name, and
// files that can only be overwritten. Such a save is refused unless it confirms the code of the refusal.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { SaveCaution } from '../../shared/files.ts';
import { ifThere } from '../lib/if-there.ts';
import type { Root } from './inside.ts';

/** The end of a path in lower case, and a text that says what runs the file, and when. */
const RUN_LATER: readonly [tail: RegExp, who: string][] = [
  [/(?:^|\/)\.git\/(?:.+\/)?hooks\/.+$/, 'git runs it by itself, at a commit or a checkout'],
  [/(?:^|\/)\.git\/(?:.+\/)?config(?:\.worktree)?$/, 'git runs the programs that it names'],
  [/(?:^|\/)\.(?:githooks|husky)\/.+$/, 'git may run it by itself, at a commit or a checkout'],
  [/(?:^|\/)\.pi\/extensions\/.+$/, 'pi runs it when it starts in this folder'],
  [/(?:^|\/)\.pi\/(?:settings|mcp)\.json$/, 'pi starts what it names'],
  [
    /(?:^|\/)(?:\.mcp\.json|\.claude\/settings[^/]*\.json|\.cursor\/mcp\.json)$/,
    'coding agents start what it names',
  ],
  [/(?:^|\/)\.envrc$/, 'direnv runs it when a shell enters this folder'],
  [/(?:^|\/)(?:\.vscode\/(?:tasks|launch)\.json|[^/]+\.code-workspace)$/, 'editors run what it names'],
  [/(?:^|\/)\.devcontainer(?:\/.+|\.json)$/, 'editors run what it names'],
  [
    /(?:^|\/)\.(?:bashrc|bash_(?:profile|login|logout)|z(?:shrc|shenv|profile|login|logout))$/,
    'every new shell runs it',
  ],
  [/(?:^|\/)\.(?:profile|config\/fish\/.+)$/, 'every new shell runs it'],
  [
    /(?:^|\/)\.(?:ssh\/(?:rc|config|authorized_keys)|config\/autostart\/.+)$/,
    'the system acts on it at the next login',
  ],
];

/** Returns what will run the file at `path` (a result of `parsePath`), as a text, or undefined if nothing will. */
export function runnerOf(path: string): string | undefined {
  const name = path.toLowerCase();
  return RUN_LATER.find(([tail]) => tail.test(name))?.[1];
}

/**
 * Throws a Refusal 409 `runs_code` if something will run the file under one of its names and the user has not
 * confirmed it.
 */
export function refuseRunLater(names: readonly string[], confirmed: ReadonlySet<string>): void {
  if (confirmed.has('runs_code' satisfies SaveCaution)) return;
  for (const name of names) {
    const who = runnerOf(name);
    if (who) throw caution('runs_code', `${JSON.stringify(name)} is more than a text file: ${who}.`);
  }
}

/**
 * Throws a Refusal 409 `hardlinked` if the file at `real` has a second name. A save creates a new file for this name,
 * so the other name, which may be outside, keeps the old text. A user who shares the file on purpose would not expect
 * that.
 */
export async function refuseShared(root: Root, real: string, confirmed: ReadonlySet<string>): Promise<void> {
  if (confirmed.has('hardlinked' satisfies SaveCaution)) return;
  const stats = await ifThere(lstat(join(root.real, real)));
  if (!stats?.isFile() || stats.nlink < 2) return;
  const name = JSON.stringify(real);
  throw caution(
    'hardlinked',
    stats.nlink === 2
      ? `${name} has a second name on this disk (a hard link). Saving would separate them: the other keeps the old text. Nothing was saved.`
      : `${name} has ${stats.nlink - 1} other names on this disk (hard links). Saving would separate them: the others keep the old text. Nothing was saved.`,
  );
}

/** Throws a Refusal 409 `in_place` for a file that cannot be replaced; `why` is the error of the disk. */
export function refuseInPlace(real: string, why: unknown, confirmed: ReadonlySet<string>): void {
  if (confirmed.has('in_place' satisfies SaveCaution)) return;
  const { code = 'no reason given' } = why as NodeJS.ErrnoException;
  throw caution(
    'in_place',
    `${JSON.stringify(real)} cannot be replaced (${code}), only overwritten in place: a crash during the save would leave half of it. Nothing was saved.`,
  );
}

function caution(code: SaveCaution, message: string): Refusal {
  return new Refusal(409, code, message);
}
