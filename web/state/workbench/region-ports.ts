// The functions that regions offer to other regions and to keys (see port.ts). Those of the composer are in
// composer-port.ts.

/** The functions of the conversation that keys call. */
export type MessageStep = 1 | -1 | 'newest';

/** A step of the palette. */
export interface PlainMessage {
  kind: 'show';
  file: string;
  title: string;
  text: string;
}

export interface TranscriptPort {
  /** Opens the field that searches the conversation. */
  find: () => void;
  /** Moves the focus to the user's next message, or with -1 to the previous one. */
  stepPrompt: (by: 1 | -1) => void;
  /** Moves the focus to the next message of anybody, to the previous one, or to the newest one. */
  stepMessage: (to: MessageStep) => void;
  /** Resolves to the focused message or tool call as plain text, or else to the newest answer. Rejects if none is there. */
  readPlain: () => Promise<PlainMessage>;
  /** Remembers where an entry is on the screen. The returned function brings it back there once it is shown again. */
  keepPlace: (key: string) => () => void;
}

export interface DialogsPort {
  /** Moves the focus to the oldest open dialog. */
  focusFirst: () => void;
  /** Moves the focus to the next dialog, if it opens soon and the user does nothing else in the meantime. */
  expectNext: () => void;
  /** Must be called before another region answers a dialog of the page's agent. */
  onAnswer: (dialog: string) => void;
}

export interface EditorPort {
  /** Opens a second editor beside the first one, or closes it. */
  toggleSplit: () => void;
  /** Shows the text of the file instead of its preview, or the other way round. */
  switchView: () => void;
  /** Closes all tabs but those with unsaved edits. */
  closeAll: () => void;
}

export interface FocusPort {
  /** Moves the focus into a region, as soon as it has something to focus. */
  enter: (region: string) => void;
  isInside: (region: string) => boolean;
  /** Moves the focus out of a region that was hidden, back to its previous place. */
  leave: (region: string) => void;
  /** Moves the focus to the next region on the page, or with -1 to the previous one. */
  step: (by: 1 | -1) => void;
}
