// The outcomes of the undos that had waited. A success is listed for a while, as a notice would be. What was not done
// stays until the user dismisses it.
import type { PlanRequest, QueuedUndo } from '../../shared/changes.ts';

/** Only the newest outcomes still matter to the user. */
const MAX_OUTCOMES = 5;
/** A success may come while the user looks elsewhere, so it stays longer than a notice of the page. */
const SUCCESS_MS = 15_000;

export class UndoOutcomes {
  readonly #onChange: () => void;
  /** Oldest first. */
  #list: readonly QueuedUndo[] = [];

  /** `onChange`: called when the list has changed. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get list(): readonly QueuedUndo[] {
    return this.#list;
  }

  add(ended: QueuedUndo): void {
    this.#list = [...this.#list, ended].slice(-MAX_OUTCOMES);
    if (isSuccess(ended)) setTimeout(() => this.remove(({ id }) => id === ended.id), SUCCESS_MS).unref();
    this.#onChange();
  }

  /** Returns whether there were such outcomes. */
  remove(isOver: (ended: QueuedUndo) => boolean): boolean {
    const left = this.#list.filter((ended) => !isOver(ended));
    if (left.length === this.#list.length) return false;
    this.#list = left;
    this.#onChange();
    return true;
  }

  /** Removes the successes that an undo or redo makes obsolete: of the undo that is redone, and of earlier redos. */
  onReversed(request: PlanRequest): void {
    const isObsolete = ({ id, isRedo }: QueuedUndo): boolean =>
      'redo' in request ? id === request.redo : isRedo;
    this.remove((ended) => isSuccess(ended) && isObsolete(ended));
  }
}

function isSuccess({ outcome }: QueuedUndo): boolean {
  return outcome?.failure === undefined && outcome?.unrecorded === undefined && outcome?.left.length === 0;
}
