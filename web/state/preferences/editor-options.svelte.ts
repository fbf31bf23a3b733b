// The appearance of the editor, and the user's choice of an editor outside the page. Stored in the browser.
import { asObject, isText, Persisted } from '../../lib/storage/persisted.ts';

interface Options {
  hasMinimap: boolean;
  wrapsLines: boolean;
  hasBreadcrumbs: boolean;
  /** Whether the author of each line is shown beside the line. */
  hasAuthors: boolean;
  /** The id of the editor outside the page. `custom` means the one that `pattern` describes. */
  external: string;
  pattern: string;
}

const stored = new Persisted<Options>({
  area: 'browser',
  key: 'pi-panel.editor',
  parse: (value) => {
    const { hasMinimap, wrapsLines, hasBreadcrumbs, hasAuthors, external, pattern } = asObject(value);
    return {
      hasMinimap: hasMinimap === true,
      wrapsLines: wrapsLines === true,
      hasBreadcrumbs: hasBreadcrumbs !== false,
      hasAuthors: hasAuthors === true,
      external: isText(external) ? external : 'vscode',
      pattern: isText(pattern) ? pattern : '',
    };
  },
});

export class EditorOptions {
  #options = $state.raw(stored.get());

  get hasMinimap(): boolean {
    return this.#options.hasMinimap;
  }

  get wrapsLines(): boolean {
    return this.#options.wrapsLines;
  }

  get hasBreadcrumbs(): boolean {
    return this.#options.hasBreadcrumbs;
  }

  get hasAuthors(): boolean {
    return this.#options.hasAuthors;
  }

  get pattern(): string {
    return this.#options.pattern;
  }

  /** `custom` if the user chose it, even while the pattern is invalid. */
  get externalId(): string {
    return this.#options.external;
  }

  change(changed: Partial<Options>): void {
    // Another tab may have changed the other ones.
    this.#options = { ...stored.get(), ...changed };
    stored.set(this.#options);
  }
}
