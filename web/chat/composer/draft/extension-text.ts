// The text that extensions put into the composer (`setEditorText`). Each one replaces what an extension put there before
// and never what the user typed. pi's TUI replaces everything.
import type { View } from '../../../../shared/view/view.ts';
import type { Draft } from './draft.svelte.ts';
import { joinTexts } from './draft-text.ts';
import { readPutText, writePutText } from './stored-drafts.ts';

/** The draft before and after an extension's text was added below the user's. */
export interface Addition {
  before: string;
  after: string;
}

export class ExtensionText {
  readonly #draft: Draft;
  /** By the id of the agent: the number of its last text that was dealt with. */
  readonly #seen = new Map<string, number>();
  /** Empty: none. */
  #put = '';

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /**
   * Must be called with every view, once the draft is that of its session. Returns what to offer as an undo: null after
   * a text that was added to none of the user's, undefined without a new text.
   */
  onView(agent: string, { editorText, entries, session }: View): Addition | null | undefined {
    if (!session) return undefined;
    const seen = this.#seen.get(agent) ?? this.#firstSeen(session.id, editorText, entries.length === 0);
    const n = editorText?.n ?? 0;
    this.#seen.set(agent, n);
    // Another pi counts from 1.
    if (!editorText || n === seen) return undefined;
    writePutText({ session: session.id, ...editorText });
    return this.#replace(editorText.text);
  }

  /** Text from before this page opened was meant for another page, unless the conversation is still empty. */
  #firstSeen(session: string, editorText: View['editorText'], isEmpty: boolean): number {
    const put = readPutText(session);
    this.#put = put?.text ?? '';
    const isSame = put !== null && put.n === editorText?.n && put.text === editorText.text;
    return isEmpty && !isSame ? 0 : (editorText?.n ?? 0);
  }

  #replace(text: string): Addition | null {
    const { text: before } = this.#draft;
    const replaced = this.#put === '' ? null : replacePart(before, this.#put, text);
    this.#put = text;
    this.#draft.text = replaced ?? joinTexts(before, text);
    const isAdded = replaced === null && before.trim() !== '' && text.trim() !== '';
    return isAdded ? { before, after: this.#draft.text } : null;
  }
}

/** Null if the part is not there, or if something was typed into its paragraphs. */
export function replacePart(text: string, part: string, by: string): string | null {
  const at = `\n\n${text}\n\n`.indexOf(`\n\n${part}\n\n`);
  if (at < 0) return null;
  return joinTexts(text.slice(0, Math.max(0, at - 2)), by, text.slice(at + part.length + 2));
}
