// Completions by extensions: of the arguments of their commands, and by their autocomplete providers.

/** The text and the caret with the completion applied, as the extension does it. */
export interface ExtensionCompletion {
  label: string;
  description: string;
  text: string;
  caret: number;
}

/** The longest text that extensions are asked about. */
export const MAX_COMPLETED_TEXT = 20_000;
