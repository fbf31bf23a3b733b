// The local command lines that run something on the other machine or in the container.
import { quote } from './far-side.ts';
import type { Target } from './target.ts';

/** With these options, a dead connection is noticed within half a minute. */
const KEEP_ALIVE = ['-o', 'ServerAliveInterval=10', '-o', 'ServerAliveCountMax=3'];

/** Options for the ssh that listens on the sockets of forwards. The socket of a lost connection may still be there. */
const MASTER = ['-M', '-o', 'StreamLocalBindUnlink=yes'];

export interface Sharing {
  /** Path of ssh's control socket: one login serves all connections. */
  control: string;
  /** Whether this ssh logs in. */
  isMaster: boolean;
}

/** Whether connections share one login. ssh for Windows cannot do that, so each one needs its own login there. */
export function isShared({ kind }: Target): boolean {
  return kind === 'ssh' && process.platform !== 'win32';
}

export function farCommand(
  target: Target,
  argv: readonly string[],
  sharing?: Sharing,
): [string, ...string[]] {
  const { kind, name } = target;
  if (kind === 'kubectl') return [kind, 'exec', '-i', name, '--', ...argv];
  if (kind !== 'ssh') return [kind, 'exec', '-i', name, ...argv];
  const shared =
    sharing && isShared(target) ? ['-S', sharing.control, ...(sharing.isMaster ? MASTER : [])] : [];
  // ssh joins the arguments with spaces and gives them to the user's shell.
  return ['ssh', ...shared, '-T', ...KEEP_ALIVE, name, argv.map(quote).join(' ')];
}
