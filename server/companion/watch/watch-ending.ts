// Tells the panel that an extension asked pi to end. pi up to 0.87.1 then exits at the next command, even while
// extensions still do their last work, such as a commit. So the panel must not send any command.
import type { CompanionReport } from '../../../shared/companion.ts';
import type { Runner } from '../loaded.ts';

/** Call this for each session: pi creates a new runner for it. */
export function watchEnding(runner: Runner, send: (report: CompanionReport) => void): void {
  const original = runner.shutdownHandler;
  if (!original) return;
  runner.shutdownHandler = () => {
    send({ type: 'ending' });
    original();
  };
}
