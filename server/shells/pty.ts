// Starts programs in a pseudoterminal. The package for it has a part that is compiled for each system, and is optional:
// where none fits, everything else works.
import type { IPty, IPtyForkOptions } from '@lydell/node-pty';
import { Refusal } from '../../shared/refusal.ts';
import { errorText } from '../../shared/error-text.ts';
import { keepFromPrograms } from '../lib/uninherited.ts';

/** The pseudoterminal takes and gives bytes, whatever its types say (in 1.1.0). On Windows it is text. */
export type Pty = Pick<IPty, 'pid' | 'process' | 'resize' | 'pause' | 'resume' | 'kill'> & {
  write: (bytes: Buffer | string) => void;
  onData: (listener: (chunk: Buffer | string) => void) => void;
  onExit: (listener: (exit: { exitCode: number; signal?: number }) => void) => void;
};

/** Rejects with a Refusal 409 `no_pty` where no pseudoterminal can be opened. */
export async function openPty(file: string, args: readonly string[], options: IPtyForkOptions): Promise<Pty> {
  try {
    const { spawn } = await import('@lydell/node-pty');
    const pty = spawn(file, [...args], options) as unknown as Pty & { fd: number };
    // Windows has no such number.
    if (process.platform !== 'win32') pty.onExit(keepFromPrograms(pty.fd));
    return pty;
  } catch (error) {
    const system = `${process.platform} ${process.arch}`;
    throw new Refusal(
      409,
      'no_pty',
      `No shell can be opened on this system (${system}): ${errorText(error)}. The package @lydell/node-pty is needed for it; install the panel's packages again.`,
    );
  }
}
