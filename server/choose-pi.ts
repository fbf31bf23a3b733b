// Chooses the pi that agents run, and describes it for the terminal in which the panel starts.
import type { InstalledPi } from '../shared/wire.ts';
import { withoutBatch } from './agent/process/command.ts';
import { ownPi } from './agent/process/own-pi.ts';
import { foreignPi, type Program } from './agent/process/program.ts';
import type { Options } from './options.ts';

/**
 * Returns the pi to run. In a clone, that is the pi of this package, with which its tests ran; the installed command
 * prefers the user's own.
 */
export async function choosePi(
  { agent }: Pick<Options, 'agent'>,
  { installed, prefersInstalled }: { installed: Promise<InstalledPi | null>; prefersInstalled: boolean },
): Promise<Program> {
  if (agent === 'bundled') return ownPi();
  if (agent !== null) return foreignPi(agent);
  const found = prefersInstalled ? await installed : null;
  return found ? { argv: await withoutBatch([found.path]), version: found.version } : ownPi();
}

export function describePi(
  { version, isOwn, argv }: Program,
  installed: InstalledPi | null,
  { agent }: Pick<Options, 'agent'>,
): string {
  if (!isOwn && (agent === null || argv[0] === installed?.path))
    return `agents run your pi ${version} (${installed?.path}); --agent bundled uses the one of this package.`;
  if (!isOwn) return `agents run pi ${version ?? 'of an unknown version'}, as --agent says.`;
  const own = `agents run pi ${version} of this package`;
  if (!installed) return `${own}.`;
  return `${own}. To use pi ${installed.version} (${installed.path}) instead, start with --agent pi.`;
}
