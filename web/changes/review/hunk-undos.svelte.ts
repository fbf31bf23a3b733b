// Undoes hunks and takes undos back one after another, because keys can be pressed faster than files are written.
import { untrack } from 'svelte';
import type { ChangeList, HunkUndo } from '../../../shared/changes.ts';
import { errorText } from '../../../shared/error-text.ts';
import { t } from '../../language/text.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Serial } from '../../lib/requests/serial.ts';
import { carryOutHunk, redo, type CarryOut } from '../carry-out.ts';
import type { Place, Review } from './review.svelte.ts';

type Context = Omit<CarryOut, 'plan' | 'paths' | 'isRedo'>;

interface HunkUndosOptions {
  review: () => Review | null;
  list: () => { focus: (place: Place | null) => Promise<void> } | undefined;
}

export class HunkUndos {
  readonly #serial = new Serial();
  /** The hunks that were undone here, by the entry of their undo. */
  readonly #places = new Map<string, Place>();
  /** The hunk of a redo, until it is shown again. */
  #restored = $state.raw<Place | null>(null);

  /** Must be called while a component is being created. */
  constructor({ review, list }: HunkUndosOptions) {
    // The next key acts on the hunk that a redo has brought back.
    $effect(() => {
      const [shown, restored] = [review(), this.#restored];
      const place = shown?.places.find(({ path, hunk }) => path === restored?.path && hunk === restored.hunk);
      if (!shown || !place) return;
      this.#restored = null;
      untrack(() => {
        shown.goTo(place);
        void list()?.focus(place);
      });
    });
  }

  undo(context: Context, hunk: HunkUndo): Promise<void> {
    return this.#serial.run(async () => {
      const entry = await carryOutHunk(context, hunk);
      if (entry !== null && !hunk.lines) this.#places.set(entry, { path: hunk.path, hunk: hunk.id });
    });
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
        if (entry === undefined) return;
        await redo(context, entry);
        this.#restored = this.#places.get(entry) ?? null;
      } catch (error) {
        context.toasts.show('error', t('Redo: {reason}', { reason: errorText(error) }));
      }
    });
  }
}
