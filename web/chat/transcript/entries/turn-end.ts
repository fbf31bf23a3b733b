// What the end of a turn offers: the recorded changes of its tool runs, which can be reviewed, undone and redone, and the
// steps that failed.
import type { ChangedFile, ChangedTurn, OpenUndo } from '../../../../shared/changes.ts';
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import type { ToolRun } from '../../../../shared/view/conversation.ts';
import { turnRange } from '../../../../shared/view/turn-range.ts';
import { joinFiles } from '../../../state/agent/joined-files.ts';
import { failuresLeft, type Conversation } from '../../tools/open-failures.ts';

/** Undefined for a call that never ran. */
type Runs = readonly (ToolRun | undefined)[];

/** In a shorter turn, the failed steps are just above. In a longer one, they may be folded or out of sight. */
const LONG_TURN = 3;

export interface TurnChanges {
  /** Names the recorded turns: pi records a new turn with each steering message. */
  turns: string;
  files: readonly ChangedFile[];
  canUndo: boolean;
  /** How many of the files were undone. */
  undone: number;
  /** The newest undo of whole files of this turn, if nothing of the turn is left to undo. */
  undo: OpenUndo | undefined;
  /** Those of the last message of a run. */
  errors: ChangedTurn['errors'];
}

/** `turns`: all recorded ones, oldest first. `undos`: newest first. */
export function turnChanges(
  runs: Runs,
  turns: readonly ChangedTurn[],
  undos: readonly OpenUndo[],
): TurnChanges {
  const recorded = turns.filter((turn) =>
    turn.files.some(({ calls }) => runs.some((run) => run && calls.includes(run.id))),
  );
  const files = joinFiles(recorded.map((turn) => turn.files).reverse());
  const canUndo = files.some((file) => !file.undone);
  return {
    turns: turnRange(recorded[0]?.id ?? '', recorded.at(-1)?.id ?? ''),
    ...{ files, canUndo },
    undone: files.filter((file) => file.undone).length,
    undo: canUndo
      ? undefined
      : undos.find(({ lines, paths }) => !lines && files.some(({ path }) => paths.includes(path))),
    errors: recorded.findLast((turn) => turn.errors)?.errors,
  };
}

/** Returns the failed steps that neither this turn nor a later one got past. `last`: the key of its last entry. */
export function failedSteps(runs: Runs, last: string | undefined, conversation: Conversation): ToolRun[] {
  return runs.length < LONG_TURN ? [] : failuresLeft(runs, last, conversation);
}

/** Whether the last answer of a turn has buttons: it has none if it went on with tools, or ends without a text. */
export function hasAnswerButtons(last: AssistantMessage | undefined): boolean {
  return last !== undefined && last.stopReason !== 'toolUse' && last.content.at(-1)?.type === 'text';
}
