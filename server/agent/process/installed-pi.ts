// Finds the pi that the user has installed: the one that `pi` in a terminal would start.
import { realpath } from 'node:fs/promises';
import { findCommand, withoutBatch } from './command.ts';
import { ForeignPi, type ForeignPiOptions } from './foreign-pi.ts';
import { bundledPi } from './own-pi.ts';

/** A pi prints nothing else. Debian has another program of this name, which computes digits. */
const STRICT_FORM = /^\s*(\d+\.\d+\.\d+)\s*$/;

/**
 * Returns the first `pi` in PATH. Null if there is none, or if it is the panel's own. Without a version, it is too slow
 * (`lateAfter`), its Node may be too old for it, or it is another program of this name.
 */
export async function findInstalledPi(options: Omit<ForeignPiOptions, 'form'>): Promise<ForeignPi | null> {
  const found = await findCommand('pi', options.env);
  if (!found) return null;
  // A batch file that npm did not write is another program.
  const argv = await withoutBatch([found]).catch(() => null);
  if (!argv) return null;
  const own = await bundledPi();
  const script = argv.at(-1)!;
  if (own && (await realpath(script).catch(() => script)) === (await realpath(own.argv[1]!))) return null;
  return ForeignPi.find([found], { ...options, form: STRICT_FORM });
}
