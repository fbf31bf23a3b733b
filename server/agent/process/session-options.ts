// Separates pi's options that choose or name a session from those that apply to every start. Repeated at a restart, the
// former would take pi to a session other than the one that its page shows, overwrite a name, or keep pi from starting
// (in pi 0.87.1: "--session-id cannot be combined with --session").

import path from 'node:path';
import type { View } from '../../../shared/view/view.ts';
import type { Flags, Program } from './program.ts';

const WITH_VALUE = new Set(['--session', '--session-id', '--fork', '--name', '-n']);
const ALONE = new Set(['--continue', '-c', '--resume', '-r']);

type SessionFlags = Pick<Flags, 'sessionId' | 'sessionName' | 'sessionOptions'>;

export interface SplitOptions {
  /** For the first start of the first agent only. */
  session: string[];
  lasting: string[];
}

export function splitSessionOptions(options: readonly string[]): SplitOptions {
  const split: SplitOptions = { session: [], lasting: [] };
  let isValue = false;
  for (const option of options) {
    const isChoice = isValue || WITH_VALUE.has(option) || ALONE.has(option);
    (isChoice ? split.session : split.lasting).push(option);
    isValue = !isValue && WITH_VALUE.has(option);
  }
  return split;
}

/**
 * Returns the file after the last `--session`, which is the one that pi uses, and the other options. Null if that is an
 * id, or missing.
 */
export function namedFile(options: readonly string[]): { file: string; others: string[] } | null {
  const at = options.lastIndexOf('--session');
  const file = at === -1 ? undefined : options[at + 1];
  // pi 0.87.1 tells a path from an id like this.
  return file !== undefined && /[/\\]|\.jsonl$/.test(file)
    ? { file, others: options.toSpliced(at, 2) }
    : null;
}

export interface UnwrittenSession {
  program: Pick<Program, 'argv'>;
  /** The flags of the pi that was on it. */
  flags: Flags;
  view: Pick<View, 'can' | 'ready' | 'session' | 'workspace'>;
  /** Where pi would have written it; undefined with --no-session. */
  file: string | undefined;
}

/**
 * Returns the flags with which another pi begins a session again that the last one had not written: with the same id,
 * name and file. If the last pi never became ready, the next one does what that one was to do.
 */
export function beginAgain({ program, flags, view, file }: UnwrittenSession): SessionFlags {
  const { sessionId, sessionName, sessionOptions } = flags;
  const { can, ready, session, workspace } = view;
  if (!ready) return { sessionId, sessionName, sessionOptions };
  const begun: SessionFlags = can.nameSession && session?.name ? { sessionName: session.name } : {};
  const named = namedFile(sessionOptions ?? [])?.file;
  if (file && named && path.resolve(workspace, named) === file)
    return { ...begun, sessionOptions: ['--session', file] };
  // pi does not start with an id beside an option that chooses the session, which a program around pi may have.
  const { session: choice, lasting } = splitSessionOptions([...program.argv, ...(flags.extra ?? [])]);
  const canChoose = can.chooseSessionId && choice.length === 0 && !lasting.includes('--no-session');
  return canChoose && file && session ? { ...begun, sessionId: session.id } : begun;
}
