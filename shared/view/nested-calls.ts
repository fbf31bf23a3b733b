// The calls that a tool made itself (pi >= 0.99), from the record that pi keeps of them on the tool's result.
import type { ToolResultMessage } from '../pi/messages.ts';
import type { ToolRun } from './conversation.ts';
import { byteLength, endState, exitCodeOf, tailOf } from './tool-runs.ts';

/**
 * Returns the runs of these calls, in the order in which they began. Their results are not recorded, except for an
 * error.
 */
export function nestedRunsOf({ nestedCalls, timestamp }: ToolResultMessage): ToolRun[] {
  return (nestedCalls?.calls ?? []).map(({ id, name, status, arguments: args, durationMs, error = '' }) => {
    const run: ToolRun = {
      ...{ id, name, args: args ?? {} },
      state: status === 'unfinished' ? 'interrupted' : endState(status === 'error', error),
      output: { bytes: byteLength(error), tail: tailOf(error) },
      // pi makes the ids: `<id of the calling run>/<n>`.
      parentId: id.slice(0, id.lastIndexOf('/')),
    };
    // The record has only the duration. The call ended before the calling run, so that run's end is used.
    if (durationMs !== undefined) [run.startedAt, run.endedAt] = [timestamp - durationMs, timestamp];
    const exitCode = exitCodeOf(run);
    if (exitCode !== undefined) run.exitCode = exitCode;
    return run;
  });
}
