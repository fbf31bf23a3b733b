// The text of the draft and of all pasted texts, while it is edited in one piece. Every change is applied at once, to
// the draft of the session that was shown when the editor was opened. If nothing was changed, pasted texts stay
// attachments.
import { isTextAttachment, type TextAttachment } from './attachment.ts';
import { joinTexts } from './draft-text.ts';
import type { Draft } from './draft.svelte.ts';

export class WholeDraft {
  readonly #draft: Draft;
  readonly #session: string | null;
  readonly #first: string;
  #text = $state('');
  #isChanged = false;

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#session = draft.session;
    this.#first = joinTexts(draft.text, ...pastedIn(draft).map(({ text }) => text));
    this.#text = this.#first;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    if (text === this.#first && !this.#isChanged) return;
    this.#isChanged = true;
    const own = this.#draft.at(this.#session);
    for (const paste of pastedIn(own)) own.attached.remove(paste);
    // Pasted texts come to the start here, and what is pasted into this editor does, too.
    if (text.length - own.text.length > 1) own.paste(text);
    else own.text = text;
  }
}

/** Texts with a title, such as files, always stay attachments. */
function pastedIn({ attached }: Draft): TextAttachment[] {
  return attached.list.filter(isTextAttachment).filter(({ title }) => title === null);
}
