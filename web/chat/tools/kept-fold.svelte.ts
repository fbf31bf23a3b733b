// Whether a tool call, or a group of them, is open: as the reader or an extension has chosen last, even if its row has
// left the page since.
import { untrack } from 'svelte';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { followExtension, isExpandedByExtension } from './expanded-by-extension.svelte.ts';

interface KeptFoldOptions {
  agent: () => Agent;
  /** The choices of the reader, by key. */
  opened: Map<string, boolean>;
  /** Undefined for what cannot come back. */
  key: () => string | undefined;
  /** Whether it is open while nobody has chosen. */
  isOpenAtFirst?: () => boolean;
}

/** Create this while a component is created. */
export class KeptFold {
  readonly #options: KeptFoldOptions;
  #chosen = $state<boolean | undefined>();

  constructor(options: KeptFoldOptions) {
    const { agent, opened, key } = options;
    this.#options = options;
    this.#chosen = untrack(
      () => opened.get(key() ?? '') ?? (isExpandedByExtension(agent(), 'tools') ? true : undefined),
    );
    followExtension(agent, 'tools', (isOpen) => (this.isOpen = isOpen));
  }

  get isOpen(): boolean {
    return this.#chosen ?? this.#options.isOpenAtFirst?.() ?? false;
  }

  set isOpen(isOpen: boolean) {
    const key = this.#options.key();
    this.#chosen = isOpen;
    if (key !== undefined) this.#options.opened.set(key, isOpen);
  }
}
