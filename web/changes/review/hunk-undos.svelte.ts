// Undoes hunks and takes undos back one after another, because keys can be pressed faster than files are written.
import { untrack } from 'svelte';
import type { ChangeList, HunkUndo } from '../../../shared/changes.ts';
import { errorText } from '../../../shared/error-text.ts';
import { t } from '../../language/text.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Serial } from '../../lib/requests/serial.ts';
import { carryOutHunk, redo, type CarryOut } from '../carry-out.ts';
import type { Place, Review } from './review.svelte.ts';

type Context = Omit<CarryOut, 'plan' | 'paths' | 'redoOf'>;

interface HunkUndosOptions {
  /** Null while the review is closed. */
  review: () => Review | null;
  changes: () => Pick<Agent['changes'], 'redone'> | undefined;
  /** Whether a redo may move the focus now. An undo may take a minute, in which the user can type elsewhere. */
  isFocusFree: () => boolean;
  list: () => { focus: (place: Place | null) => Promise<void> } | undefined;
}

export class HunkUndos {
  /** The ids of the hunks that are being undone. */
  underWay = $state.raw<ReadonlySet<string>>(new Set());
  readonly #serial = new Serial();
  /** The hunks that were undone here, by the entry of their undo. */
  readonly #places = new Map<string, Place>();

  /** Must be called while a component is being created. */
  constructor({ review, changes, isFocusFree, list }: HunkUndosOptions) {
    const redone = (): Agent['changes']['redone'] => changes()?.redone ?? null;
    // A redo while the review is closed moves no focus when it is opened.
    const reached = new WeakSet<object>([untrack(redone) ?? {}]);
    // The next key acts on the hunk that a redo has brought back or, after the redo of files, on the first of them.
    $effect(() => {
      const [shown, wanted] = [review(), redone()];
      if (!wanted || reached.has(wanted)) return;
      if (!shown) return void reached.add(wanted);
      const hunk = this.#places.get(wanted.undo);
      const place = hunk
        ? shown.places.find((each) => each.path === hunk.path && each.hunk === hunk.hunk)
        : shown.firstOf(wanted.paths[0] ?? '');
      if (!place) return;
      reached.add(wanted);
      if (!isFocusFree()) return;
      untrack(() => {
        shown.goTo(place);
        void list()?.focus(place);
      });
    });
  }

  async undo(context: Context, hunk: HunkUndo): Promise<void> {
    const { id } = hunk;
    this.underWay = new Set([...this.underWay, id]);
    const isDone = await this.#serial.run(async () => {
      const entry = await carryOutHunk(context, hunk);
      if (entry !== null && !hunk.lines) this.#places.set(entry, { path: hunk.path, hunk: id });
      return entry !== null;
    });
    // Until the list is new, the page still shows the hunk.
    if (isDone) await context.changes.fetch();
    this.underWay = new Set([...this.underWay].filter((each) => each !== id));
  }

  /** Takes back the newest undo of the session, if any: cancels it while it waits, and redoes it afterwards. */
  takeBackLast(context: Context, { api, path }: Pick<Agent, 'api' | 'path'>): Promise<void> {
    return this.#serial.run(async () => {
      try {
        // The list on the page may be older than the undo.
        const { queued, undos } = await api.json<ChangeList>(`${path}/changes`);
        const waiting = queued.findLast(({ isRedo, outcome }) => !isRedo && !outcome);
        if (waiting) {
          await api.fetch(`${path}/changes/queued/${waiting.id}`, { method: 'DELETE' });
          return await context.changes.fetch();
        }
        const entry = undos[0]?.entry;
        if (entry !== undefined) await redo(context, entry);
      } catch (error) {
        context.toasts.show('error', t('Redo: {reason}', { reason: errorText(error) }));
      }
    });
  }
}
