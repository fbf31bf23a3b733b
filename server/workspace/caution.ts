// Saves that a person should know about before they happen: of what something runs later without anybody asking,
// of what has a second name elsewhere, and of what can only be overwritten. It refuses once; whoever says the word of the refusal is let through.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { SaveCaution } from '../../shared/wire.ts';
import type { Root } from './inside.ts';

/** The tail of a path in lower case, and who runs it when. */
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

/** Who would run the file at `path` (a result of `parsePath`) without being told to; undefined for others. */
export function runnerOf(path: string): string | undefined {
  const name = path.toLowerCase();
  return RUN_LATER.find(([tail]) => tail.test(name))?.[1];
}

/** Refusal 409 `runs_code` if one of the names of the file is run later and nobody has said that they know. */
export function refuseUnawares(names: readonly string[], confirmed: ReadonlySet<string>): void {
  if (confirmed.has('runs_code' satisfies SaveCaution)) return;
  for (const name of names) {
    const who = runnerOf(name);
    if (who) throw caution('runs_code', `${JSON.stringify(name)} is not just a text: ${who}.`);
  }
}

/**
 * Refusal 409 `hardlinked` if the file at `real` has a second name. A save gives this name a file of its own, so
 * the other one, which may lie outside, keeps its text; who shares them on purpose would not expect that.
 */
export async function refuseShared(root: Root, real: string, confirmed: ReadonlySet<string>): Promise<void> {
  if (confirmed.has('hardlinked' satisfies SaveCaution)) return;
  const stats = await lstat(join(root.real, real)).catch(undefinedIfGone);
  if (!stats?.isFile() || stats.nlink < 2) return;
  const others = stats.nlink === 2 ? 'a second name' : `${stats.nlink - 1} other names`;
  throw caution(
    'hardlinked',
    `${JSON.stringify(real)} has ${others} on this disk (a hard link). Saving would part them: the other keeps the old text.`,
  );
}

/** Refusal 409 `in_place` for a file that nothing can be put in the place of (`why`: what the disk said to that). */
export function refuseInPlace(real: string, why: unknown, confirmed: ReadonlySet<string>): void {
  if (confirmed.has('in_place' satisfies SaveCaution)) return;
  const { code = 'no reason given' } = why as NodeJS.ErrnoException;
  throw caution(
    'in_place',
    `${JSON.stringify(real)} cannot be replaced (${code}), only overwritten where it stands: a crash in that moment would leave half of it.`,
  );
}

function caution(code: SaveCaution, message: string): Refusal {
  return new Refusal(409, code, `${message} Nothing was saved.`);
}

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
