// The functions that regions offer to each other and to keys, apart from the composer's; see port.ts.

/** The effects of keys on the conversation. */
export interface TranscriptPort {
  /** Opens the field that finds text in it. */
  find: () => void;
  /** Moves the focus to the user's next message, or with -1 to the one before. */
  stepPrompt: (by: 1 | -1) => void;
}

export interface DialogsPort {
  /** Moves the focus to the dialog that has waited longest. */
  focusFirst: () => void;
}

export interface EditorPort {
  /** Shows a second editor beside the first, or only one again. */
  toggleSplit: () => void;
}

export interface FocusPort {
  /** Moves the focus into a region, as soon as it has something to focus. */
  enter: (region: string) => void;
  /** Moves the focus out of a region that was hidden, back to where it was before. */
  leave: (region: string) => void;
  /** Moves the focus to the next region on the page, or back with -1. */
  step: (by: 1 | -1) => void;
}
