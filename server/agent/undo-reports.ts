// Tells the model and the user which files an undo has changed. What the model has to know waits while pi is not running.
import type { PlannedFile, PlanRequest } from '../../shared/changes.ts';
import type { CompanionRequest } from '../../shared/companion.ts';
import { pathsOf, rowsOf } from '../../shared/plan-rows.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Changes } from '../changes/changes.ts';
import { isDone } from '../changes/journal/history.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';

export interface UndoReportsOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  notice: (kind: 'info' | 'warning', message: string) => void;
}

/** The written files of an undo or redo. */
export interface WrittenFiles {
  session: string;
  request: PlanRequest;
  files: readonly Pick<PlannedFile, 'path' | 'from'>[];
}

type Line = Extract<CompanionRequest, { ask: 'tell' }> & { session: string };

/** How many paths a sentence names. */
const MAX_NAMED = 10;

export class UndoReports {
  readonly #options: UndoReportsOptions;
  /** Lines that the model has not read, because pi was not running. */
  #untold: Line[] = [];

  constructor(options: UndoReportsOptions) {
    this.#options = options;
  }

  /** Tells the model that it can no longer rely on what it has read of these files. */
  async tell({ session, request, files }: WrittenFiles): Promise<void> {
    const rows = rowsOf({ files });
    // The path at which a renamed file is now comes before the other one.
    const paths = pathsOf(rows);
    if (paths.length === 0) return;
    const more = paths.length - MAX_NAMED;
    const named = paths.slice(0, MAX_NAMED).join(', ') + (more > 0 ? `, and ${more} more` : '');
    const isRedo = 'redo' in request;
    const what = isRedo ? 'restored your changes' : 'undid your changes';
    const text = `The user ${what} in ${named}. Read these files again before you edit them.`;
    const undo = { isRedo, paths, ...(rows.length !== paths.length && { files: rows.length }) };
    await this.#send({ ask: 'tell', text, undo, session });
  }

  /** Tells the model of this session what it has missed. Call this when pi is running again. */
  async tellMissed(session: string): Promise<void> {
    const lines = this.#untold;
    this.#untold = lines.filter((line) => line.session !== session);
    for (const line of lines) if (line.session === session) await this.#send(line);
  }

  /** Reports the undos of this session that the panel has finished after a crash. */
  async reportFinished(changes: Changes, session: string): Promise<void> {
    for (const { request, files } of changes.takeFinished(session)) {
      const left = files.filter(({ outcome }) => !isDone(outcome)).map(({ path }) => path);
      const [kind, message] = finishedNotice(left, 'redo' in request);
      this.#options.notice(kind, message);
      await this.tell({ session, request, files: files.filter(({ outcome }) => isDone(outcome)) });
    }
  }

  async #send(line: Line): Promise<void> {
    const { session: _session, ...ask } = line;
    try {
      await this.#options.bridge.ask(ask);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'agent_exited') this.#untold.push(line);
      else this.#options.notice('info', `The model was not informed of the undo: ${error.message}`);
    }
  }
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
