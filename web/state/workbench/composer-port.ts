// Lets other regions use the composer, through `workbench.composer`. "Ask about this selection" in the editor, the
// terminal and answers, and "Add to chat" in the tree, are one call, which shows the chat and moves the focus there:
//   addToChat(workbench, { path: 'src/a.ts', from: 10, to: 20 })       what is on disk: `@src/a.ts:10-20`
//   addToChat(workbench, { path: 'src/' })                             a folder
//   addToChat(workbench, { title: 'npm test, lines 3-9', text })       what no file holds, in full
// To let something be dragged into the chat, call `dragPath(event, path)` in its `ondragstart`.
import type { TakenMessage } from '../../../shared/wire.ts';
import type { Comment, NewComment } from './comment.ts';
import type { Port } from './port.ts';

/** A file, a folder (its path ends with a slash), or lines of a file. The path is relative to the workspace. */
export interface Place {
  path: string;
  /** 1-based. */
  from?: number;
  /** Included. Default: `from`. */
  to?: number;
}

/** A text with a title that says where it is from. */
export interface Quote {
  title: string;
  text: string;
}

export interface ComposerPort {
  /** Adds the text to the draft, below what is there. */
  insert: (text: string) => void;
  /** Adds a mention at the caret, or a quote. */
  add: (what: Place | Quote) => void;
  /** Those that wait to be sent, oldest first. Reactive. */
  readonly comments: readonly Comment[];
  addComment: (comment: NewComment) => void;
  removeComment: (id: string) => void;
  /** Sends the comments if there is nothing else to send and the agent is idle; else the user sends them. */
  sendComments: () => void;
  /** Puts messages that were queued and not delivered before what is there, with their images. */
  giveBack: (messages: readonly TakenMessage[]) => void;
  /** Sends the draft. */
  send: () => void;
  focus: () => void;
  /** Opens the draft in a large editor. */
  openEditor: () => void;
  hasFocus: () => boolean;
  /** Nothing is written or attached. */
  isEmpty: () => boolean;
  /** To be called when the element that had the focus may be gone. */
  catchFocus: () => void;
}

/** The parts of the workbench that it needs; the workbench imports this file. */
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

/** As the composer's completion writes it: `@src/a.ts`, `@src/a.ts:10-20`, `@"a b.ts:3"`. */
export function mentionOf({ path, from, to = from }: Place): string {
  const lines = from === undefined ? '' : from === to ? `:${from}` : `:${from}-${to}`;
  return /\s/.test(path) ? `@"${path}${lines}"` : `@${path}${lines}`;
}

const DRAGGED = 'application/x-pi-panel-path';

/** The path as in `Place`. Other programs get it as text. */
export function dragPath({ dataTransfer }: DragEvent, path: string): void {
  dataTransfer?.setData(DRAGGED, path);
  dataTransfer?.setData('text/plain', path);
}

export function hasDraggedPath({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes(DRAGGED) ?? false;
}

/** Empty: none. */
export function draggedPath({ dataTransfer }: DragEvent): string {
  return dataTransfer?.getData(DRAGGED) ?? '';
}
