// Lets other regions use the composer through `workbench.composer`. "Ask about this selection" in the editor, the
// terminal and answers, and "Add to chat" in the tree, call `addToChat`, which shows the chat and moves the focus
// there:
//   addToChat(workbench, { path: 'src/a.ts', from: 10, to: 20 })       lines of a file: `@src/a.ts:10-20`
//   addToChat(workbench, { path: 'src/' })                             a folder
//   addToChat(workbench, { title: 'npm test, lines 3-9', text })       text that is not in a file
// To make something draggable into the chat, call `dragPath(event, path)` in its `ondragstart`.
import type { Lane } from '../../../shared/view/queue.ts';
import type { TakenMessage } from '../../../shared/wire.ts';
import type { Comment, NewComment } from './comment.ts';
import type { Port } from './port.ts';

/** A file, lines of a file, or a folder, whose path ends with a slash. The path is relative to the workspace. */
export interface Place {
  path: string;
  /** The first line, counted from 1. */
  from?: number;
  /** The last line. Default: `from`. */
  to?: number;
}

/** A text with a title that names its origin. */
export interface Quote {
  title: string;
  text: string;
}

export interface EarlierEdit {
  /** The entry to which `oncancel` goes back. Null if that is never possible. */
  end: string | null;
  /** Goes back to the end of the conversation. Resolves to whether that was possible. */
  oncancel: (() => Promise<boolean>) | null;
}

export interface ComposerPort {
  /** Names the draft that is shown, also while its session is not known. After a wait, the page may show another one. */
  readonly session: string | null;
  /**
   * Appends the text to the draft of a session, which the page may have left since the act began. Null: the draft that
   * is shown.
   */
  insert: (text: string, session: string | null) => void;
  /** Adds a mention at the caret, or a quote. */
  add: (what: Place | Quote) => void;
  /** The comments that have not been sent yet, oldest first. Reactive. */
  readonly comments: readonly Comment[];
  addComment: (comment: NewComment) => void;
  /** Gives a comment another text, or removes it if that is null. */
  reviseComment: (id: string, text: string | null) => void;
  /** Sends the comments if the draft is empty and the agent is idle. Otherwise the user has to send them. */
  sendComments: () => void;
  /** Puts messages that were queued but not delivered in front of the draft of a session, with their images. */
  giveBack: (messages: readonly TakenMessage[], session: string | null) => void;
  /** Puts an earlier message of a session into its draft to be edited. */
  edit: (message: TakenMessage, edit: EarlierEdit, session: string | null) => Promise<void>;
  /**
   * Must be called when the user asks for another session. Text that is typed from now on belongs to that one. The
   * returned function must be called if it does not open.
   */
  leaveSession: () => () => void;
  /** `lane`: where to, during a run. Default: `steer`. */
  send: (lane?: Lane) => void;
  attach: (files: File[]) => void;
  focus: () => void;
  /** Opens the draft in a large editor. */
  openEditor: () => void;
  hasFocus: () => boolean;
  /** Whether the draft has neither text nor attachments. */
  isEmpty: () => boolean;
  hasText: () => boolean;
  /** Takes the text out of the draft that is shown, but not a message that is being sent. */
  takeText: () => string;
  /** Must be called when the element with the focus may have been removed. */
  catchFocus: () => void;
}

/**
 * The parts of the workbench that `addToChat` needs. They are declared here because the workbench imports this file.
 */
interface WithComposer {
  /** The region that a phone shows. */
  tab: string;
  readonly composer: Port<ComposerPort>;
}

export function addToChat(workbench: WithComposer, what: Place | Quote): void {
  workbench.tab = 'chat';
  const composer = workbench.composer.get();
  composer.add(what);
  composer.focus();
}

/** Formats a mention in the same way as the composer's completion: `@src/a.ts`, `@src/a.ts:10-20`, `@"a b.ts:3"`. */
export function mentionOf({ path, from, to = from }: Place): string {
  const lines = from === undefined ? '' : from === to ? `:${from}` : `:${from}-${to}`;
  return /\s/.test(path) ? `@"${path}${lines}"` : `@${path}${lines}`;
}

const DRAGGED = 'application/x-pi-panel-path';

/** Makes an element draggable into the chat. `path` is that of a `Place`. Other programs get the path as text. */
export function dragPath({ dataTransfer }: DragEvent, path: string): void {
  dataTransfer?.setData(DRAGGED, path);
  dataTransfer?.setData('text/plain', path);
}

export function hasDraggedPath({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes(DRAGGED) ?? false;
}

/** Returns the dragged path, or an empty string if none is being dragged. */
export function draggedPath({ dataTransfer }: DragEvent): string {
  return dataTransfer?.getData(DRAGGED) ?? '';
}
