// Saves that the user should confirm first: files that something runs later by itself, files with a second name, and
// files that can only be overwritten. Such a save is refused unless it confirms the code of the refusal.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { SaveCaution } from '../../shared/files.ts';
import { ifThere } from '../lib/if-there.ts';
import type { Root } from './inside.ts';
import { runnerOf } from './run-later.ts';

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

/** Scripts of a package.json that npm, pnpm or yarn runs by itself (npm 11, "Life Cycle Operation Order"). */
const INSTALL_SCRIPTS = /^(?:(?:pre|post)?(?:install|prepare|prepublish|uninstall)|dependencies)$/;

/**
 * Throws a Refusal 409 `runs_code` if `after`, the new text of a package.json, has scripts that run at an install and
 * that `before` does not have, and the user has not confirmed that.
 */
export function refuseInstallScripts(
  name: string,
  { before, after }: { before: string; after: string },
  confirmed: ReadonlySet<string>,
): void {
  if (confirmed.has('runs_code' satisfies SaveCaution)) return;
  const known = installScripts(before);
  const [fresh] = Object.entries(installScripts(after)).find(([key, script]) => known[key] !== script) ?? [];
  if (fresh === undefined) return;
  const who = `npm runs its script ${JSON.stringify(fresh)} by itself, at an install`;
  throw caution('runs_code', `${JSON.stringify(name)} is more than a text file: ${who}.`);
}

/** An unreadable package.json has none: npm refuses it. */
function installScripts(text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return {};
  }
  const { scripts } = Object(content) as { scripts?: unknown };
  return Object.fromEntries(
    Object.entries(Object(scripts) as object).filter(([key]) => INSTALL_SCRIPTS.test(key)),
  );
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
