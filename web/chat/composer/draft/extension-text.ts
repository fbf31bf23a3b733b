// The text that extensions put into the composer (`setEditorText`). Each text replaces the previous text of an
// extension, but never the user's own text. (In pi's TUI it replaces everything.)
import type { View } from '../../../../shared/view/view.ts';
import { asObject, isText, Persisted } from '../../../lib/storage/persisted.ts';
import type { Draft } from './draft.svelte.ts';
import { joinTexts } from './draft-text.ts';

/** The part of a view that decides about the text of an extension. */
export type TextView = Pick<View, 'editorText' | 'entries' | 'session'>;

/** The text that an extension put into the composer. `n` counts such texts, so that each is put once. */
interface PutText {
  session: string;
  text: string;
  n: number;
}

/** Only one text is stored, the last one of any session, because texts may be long. */
const putTexts = (['tab', 'browser'] as const).map(
  (area) =>
    new Persisted<PutText | null>({
      area,
      key: 'pi-panel.extension-text',
      parse: (value) => {
        const { session, text, n } = asObject(value);
        return isText(session) && isText(text) && typeof n === 'number' ? { session, text, n } : null;
      },
    }),
);

/** The draft before and after an extension's text was added below the user's. */
export interface Addition {
  before: string;
  after: string;
}

export class ExtensionText {
  readonly #draft: Draft;
  readonly #caret: () => number | undefined;
  /** The number of the last handled text, by the id of its agent. */
  readonly #seen = new Map<string, number>();
  /** The last text of an extension. Empty if there is none. */
  #put = '';

  /** `caret`: where the user writes. Undefined if the field is not there. */
  constructor(draft: Draft, caret: () => number | undefined = () => undefined) {
    this.#draft = draft;
    this.#caret = caret;
  }

  /**
   * Must be called whenever one of these changes, after the draft of its session was opened. `first` is how the page
   * first saw the agent, if that was earlier. Returns the addition that the user can undo, null if a new text needs no
   * undo, and undefined if there is no new text.
   */
  onView(agent: string, now: TextView, first = now): Addition | null | undefined {
    const { editorText, session } = now;
    if (!session) return undefined;
    const seen = this.#seen.get(agent) ?? this.#firstSeen((first.session ?? session).id, first);
    const n = editorText?.n ?? 0;
    this.#seen.set(agent, n);
    // After a restart, pi counts from 1 again.
    if (!editorText || n === seen) return undefined;
    if (editorText.isPasted) return this.#paste(editorText.text);
    writePutText({ session: session.id, ...editorText });
    return this.#replace(editorText.text);
  }

  /**
   * Returns the number of the last text that counts as handled when the page first sees one. A text from before the page
   * was opened was meant for another page, unless the conversation is still empty.
   */
  #firstSeen(session: string, { editorText, entries }: TextView): number {
    const isEmpty = entries.length === 0;
    const put = readPutText(session);
    this.#put = put?.text ?? '';
    const isSame = put !== null && put.n === editorText?.n && put.text === editorText.text;
    return isEmpty && !isSame ? 0 : (editorText?.n ?? 0);
  }

  /** Inserts the text where the user would have pasted it. It is then the user's own. */
  #paste(text: string): null {
    const { text: before, unanswered } = this.#draft;
    // The command of the extension itself is still there until pi has accepted it.
    const sent = unanswered && before.startsWith(unanswered.text) ? unanswered.text.length : 0;
    const at = Math.max(sent, this.#caret() ?? before.length);
    this.#draft.text = before.slice(0, at) + text + before.slice(at);
    return null;
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

/** Replaces a part that consists of whole paragraphs. Returns null if the text does not contain the part unchanged. */
export function replacePart(text: string, part: string, by: string): string | null {
  const at = `\n\n${text}\n\n`.indexOf(`\n\n${part}\n\n`);
  if (at < 0) return null;
  return joinTexts(text.slice(0, Math.max(0, at - 2)), by, text.slice(at + part.length + 2));
}

/** Returns the text that an extension last put into the draft of this session, in this tab or in any tab. */
function readPutText(session: string): PutText | null {
  return putTexts.map((stored) => stored.get()).find((put) => put?.session === session) ?? null;
}

function writePutText(put: PutText): void {
  for (const stored of putTexts) stored.set(put);
}
