// Chooses the pi that agents run, and describes it for the terminal in which the panel starts.
import { ForeignPi, type ForeignPiOptions } from './agent/process/foreign-pi.ts';
import { findInstalledPi } from './agent/process/installed-pi.ts';
import { ownPi } from './agent/process/own-pi.ts';
import type { Program } from './agent/process/program.ts';
import type { Options } from './options.ts';

export interface PiChoice extends Omit<ForeignPiOptions, 'form'>, Pick<Options, 'agent'> {
  /** Whether this is the installed command, which prefers the user's own pi. A clone was tested with the bundled one. */
  prefersInstalled: boolean;
}

export interface Pis {
  /** The one that agents run. */
  program: Promise<Program>;
  /** The one in PATH, unless another one was named. Without a version and `lateAfter`, it may be another program. */
  installed: Promise<Program | null>;
}

export function choosePi({ agent, prefersInstalled, onSlow, ...options }: PiChoice): Pis {
  if (agent !== null && agent !== 'bundled')
    return {
      program: ForeignPi.parse(agent, { ...options, onSlow }),
      installed: Promise.resolve(null),
    };
  const isPreferred = agent === null && prefersInstalled;
  const installed = findInstalledPi(isPreferred ? { ...options, onSlow } : options);
  return {
    program: isPreferred ? installed.then((found) => (isPi(found) ? found : ownPi())) : ownPi(),
    installed,
  };
}

/** Whether a program in PATH is a pi. One that is slow counts as one: the user has put it there. */
function isPi(found: Program | null): found is Program {
  return found !== null && (found.version !== null || found.lateAfter !== undefined);
}

/** Returns what the user of a terminal should know about the pi, in sentences. */
export function describePi(
  { isOwn, file, lateAfter, missing, version }: Program,
  installed: Program | null,
  { agent, prefersInstalled }: Pick<PiChoice, 'agent' | 'prefersInstalled'>,
): string {
  if (isOwn)
    return `agents run pi ${version} of this package.${installed ? describeOther(installed, prefersInstalled) : ''}`;
  if (missing !== undefined)
    return `--agent: ${missing}, so no agent can start. --agent bundled uses the pi of this package.`;
  const known = version ?? (lateAfter === undefined ? 'of an unknown version' : '');
  const name = [agent === null ? 'your pi' : 'pi', known, file && `(${file})`].filter(Boolean).join(' ');
  const why = agent === null ? '; --agent bundled uses the one of this package.' : ', as --agent says.';
  const late =
    lateAfter === undefined ? '' : ` ${lateness(lateAfter)}. The page offers what the newest pi can do.`;
  return `agents run ${name}${why}${late}`;
}

/** Describes the pi in PATH that agents do not run. */
function describeOther({ file, lateAfter, version }: Program, isPreferred: boolean): string {
  if (version !== null) return ` To use pi ${version} (${file}) instead, start with --agent pi.`;
  if (lateAfter !== undefined)
    return ` To use ${file} instead, start with --agent pi. ${lateness(lateAfter)}.`;
  // It may be another program, which only a user who expects it to run wants to know.
  return isPreferred ? ` ${file} is not used, because it did not print a version of pi.` : '';
}

function lateness(seconds: number): string {
  return `It did not print its version within ${seconds} s (PI_PANEL_PATIENCE multiplies this time)`;
}
