// Runs a short command of pi to its end, and returns what it printed.
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import { capture } from '../agent/process/capture.ts';
import type { LaunchOptions } from '../agent/process/launch.ts';

/** pi waits up to a minute for servers that do not answer, for all of them at the same time (in pi 1.5.2). */
const TIMEOUT_MS = 90_000;

/** Resolves to the output. Rejects with a Refusal: 502 if the command could not be started, 504 if it took too long. */
export async function captureOutput(command: LaunchOptions): Promise<{ stdout: string; stderr: string }> {
  const { isLate, ...output } = await capture({ ...command, subject: 'pi' }, TIMEOUT_MS).catch(
    (error: unknown) => {
      throw new Refusal(502, 'setup_failed', errorText(error));
    },
  );
  if (isLate) throw new Refusal(504, 'timed_out', 'pi did not answer within 90 seconds.');
  return output;
}
