// Asks the user what a sub-agent asks and its agent has not answered. The dialog closes when the sub-agent gets its answer
// elsewhere, or ends.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../../shared/error-text.ts';
import type { KnownChild } from './source.ts';

export class ChildDialogs {
  /** By the ids of questions. One that the user has closed stays, and is not asked again. */
  readonly #dialogs = new Map<string, AbortController>();

  /** While the agent works, it may answer by itself. */
  update(ctx: ExtensionContext, known: readonly KnownChild[]): void {
    const ids = new Set(known.map(({ asked }) => asked?.id));
    for (const [id, dialog] of this.#dialogs) {
      if (ids.has(id)) continue;
      this.#dialogs.delete(id);
      dialog.abort();
    }
    if (!ctx.hasUI || !ctx.isIdle()) return;
    for (const child of known) {
      if (child.asked && !this.#dialogs.has(child.asked.id)) void this.#ask(ctx, child);
    }
  }

  close(): void {
    for (const dialog of this.#dialogs.values()) dialog.abort();
    this.#dialogs.clear();
  }

  async #ask({ ui }: ExtensionContext, { child, asked }: KnownChild): Promise<void> {
    const dialog = new AbortController();
    this.#dialogs.set(asked!.id, dialog);
    try {
      const { signal } = dialog;
      const text = await ui.input(`${child.name} asks: ${child.question ?? ''}`, 'Answer', { signal });
      if (text?.trim() && !signal.aborted) await asked!.answer(text.trim());
    } catch (error) {
      ui.notify(errorText(error), 'error');
    }
  }
}
