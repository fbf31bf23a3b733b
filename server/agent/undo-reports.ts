// Tells the model and the user which files an undo has changed. A line for the model waits in the journal until pi
// runs, so that it outlives the panel.
import { randomUUID } from 'node:crypto';
import type { PlannedFile, PlanRequest, Undo } from '../../shared/changes.ts';
import { pathsOf } from '../../shared/plan-rows.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Changes } from '../changes/changes.ts';
import { isDone, withoutParts, type History } from '../changes/journal/history.ts';
import { isShellKey } from '../changes/journal/step.ts';
import type { UntoldLine } from '../changes/journal/journal.ts';
import { turns } from '../lib/turns.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';

export interface UndoReportsOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  /** Whether pi has not answered its first commands yet, so that it may still load the extension. */
  isStarting: () => boolean;
  notice: (kind: 'info' | 'warning', message: string) => void;
}

/** The written files of an undo or redo. */
export interface WrittenFiles {
  session: string;
  request: PlanRequest;
  files: readonly Pick<PlannedFile, 'path' | 'from'>[];
}

/** How many paths a sentence names. */
const MAX_NAMED = 10;

export class UndoReports {
  readonly #options: UndoReportsOptions;
  /** Sends lines one after another, so that none is sent again before it is known to have arrived. */
  readonly #inTurn = turns();

  constructor(options: UndoReportsOptions) {
    this.#options = options;
  }

  /** Tells the model that it can no longer rely on what it has read of these files. */
  async tell(changes: Changes, { session, request, files }: WrittenFiles): Promise<void> {
    const paths = pathsOf(files);
    if (paths.length === 0) return;
    const more = paths.length - MAX_NAMED;
    const named = paths.slice(0, MAX_NAMED).join(', ') + (more > 0 ? `, and ${more} more` : '');
    const isRedo = 'redo' in request;
    const whose = isOfShell(await changes.history(), request) ? 'changes of their own' : 'your changes';
    const isDiscard = 'undo' in request && ('discard' in request.undo || isHeadHunk(request.undo));
    const what = isRedo
      ? `restored ${whose}`
      : isDiscard
        ? 'discarded uncommitted changes'
        : `undid ${whose}`;
    const text = `The user ${what} in ${named}. Read these files again before you edit them.`;
    const undo = { isRedo, paths, ...(files.length !== paths.length && { files: files.length }) };
    const line = { id: randomUUID(), session, text, undo };
    await this.#inTurn(async () => {
      await changes.journal.append({ type: 'untold', ...line }, { isDurable: true });
      await this.#send(changes, line);
    });
  }

  /** Tells the model of this session what it has missed. Call this when pi is running again. */
  tellMissed(changes: Changes, session: string): Promise<void> {
    return this.#inTurn(async () => {
      const { untold } = await changes.history();
      for (const line of [...untold.values()]) if (line.session === session) await this.#send(changes, line);
    });
  }

  /** Reports the undos of this session that the panel has finished after a crash. */
  async reportFinished(changes: Changes, session: string): Promise<void> {
    for (const { request, files: all } of changes.takeFinished(session)) {
      const files = withoutParts(all);
      const left = files.filter(({ outcome }) => !isDone(outcome)).map(({ path }) => path);
      const [kind, message] = finishedNotice(left, 'redo' in request);
      this.#options.notice(kind, message);
      const written = files.filter(({ outcome }) => isDone(outcome));
      await this.tell(changes, { session, request, files: written });
    }
  }

  async #send({ journal }: Changes, { id, text, undo }: UntoldLine): Promise<void> {
    try {
      await this.#options.bridge.ask({ ask: 'tell', id, text, undo });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'agent_exited' || this.#options.isStarting()) return;
      this.#options.notice('info', `The model was not informed of the undo: ${error.message}`);
    }
    await journal.append({ type: 'told', id }, { isDurable: true });
  }
}

/** Whether it takes back, or brings back, what the user did in a shell. */
function isOfShell({ undos }: Pick<History, 'undos'>, request: PlanRequest): boolean {
  let first: PlanRequest | undefined = request;
  while (first && 'redo' in first) first = undos.get(first.redo)?.request;
  if (!first) return false;
  const { undo } = first;
  const turn = 'hunk' in undo ? undo.hunk.turn : 'turn' in undo ? undo.turn : undefined;
  return turn !== undefined && isShellKey(turn);
}

function finishedNotice(left: readonly string[], isRedo: boolean): ['info' | 'warning', string] {
  if (left.length === 0)
    return [
      'info',
      isRedo
        ? 'The panel ended during a redo. It was finished after the restart.'
        : 'The panel ended during an undo. It was finished after the restart.',
    ];
  const paths = nameSome(left);
  return [
    'warning',
    isRedo
      ? `The panel ended during a redo. Left alone: ${paths}.`
      : `The panel ended during an undo. Left alone: ${paths}.`,
  ];
}

/** Names the first of these paths, for a sentence. */
export function nameSome(paths: readonly string[]): string {
  return paths.slice(0, MAX_NAMED).join(', ') + (paths.length > MAX_NAMED ? ', …' : '');
}

const isHeadHunk = (undo: Undo): boolean => 'hunk' in undo && undo.hunk.isHead === true;
