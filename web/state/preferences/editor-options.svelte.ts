// The appearance of the editor, and the user's choice of an editor outside the page.
import { isText } from '../../lib/storage/persisted.ts';
import { StoredChoices } from '../../lib/storage/stored-choices.svelte.ts';

interface Options {
  hasMinimap: boolean;
  wrapsLines: boolean;
  hasBreadcrumbs: boolean;
  /** Whether the user's saves format the file first, if a language server can. */
  formatsOnSave: boolean;
  /** Whether the author of each line is shown beside the line. */
  hasAuthors: boolean;
  /**
   * The id of the editor outside the page. `custom` means the one that `pattern` describes, even while that is invalid.
   */
  external: string;
  pattern: string;
}

export class EditorOptions extends StoredChoices<Options> {
  constructor() {
    super('pi-panel.editor', (stored) => ({
      hasMinimap: stored.hasMinimap === true,
      wrapsLines: stored.wrapsLines === true,
      hasBreadcrumbs: stored.hasBreadcrumbs !== false,
      formatsOnSave: stored.formatsOnSave === true,
      hasAuthors: stored.hasAuthors === true,
      external: isText(stored.external) ? stored.external : 'vscode',
      pattern: isText(stored.pattern) ? stored.pattern : '',
    }));
  }
}
