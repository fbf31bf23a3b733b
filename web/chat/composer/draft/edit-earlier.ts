// Puts one of the user's earlier messages into the draft to be edited, and takes it back. Loaded when a message is edited.
import type { TakenMessage } from '../../../../shared/wire.ts';
import type { EarlierEdit } from '../../../state/workbench/composer-port.ts';
import type { Draft } from './draft.svelte.ts';
import { giveBack } from './give-back.ts';
import type { Edit } from './stored-drafts.ts';

/** In characters. A longer message is edited as an attached text, because the field would be slow with it. */
const MAX_EDITED = 20_000;

/** Puts an earlier message into the draft. Canceling restores what was there before, if `oncancel` succeeds. */
export function editEarlier(draft: Draft, message: TakenMessage, { end, oncancel }: EarlierEdit): void {
  const { written, session } = draft;
  const attachments = draft.attached.list;
  const isAttached =
    message.text.length > MAX_EDITED && draft.attached.addText({ title: null, text: message.text });
  giveBack(draft, [isAttached ? { ...message, text: '' } : message]);
  draft.edit =
    end === null ? null : { end, text: written.text, ...(written.isPlain && { isPlain: true as const }) };
  draft.cancelEdit =
    oncancel &&
    (async () => {
      if (!(await oncancel())) return;
      const own = draft.at(session);
      own.edit = null;
      own.restore(written, attachments);
    });
}

/**
 * Cancels an edit from before the page was reloaded. `goBack` returns to the end of the conversation, and rejects if that
 * is not possible. The attachments stay, because nothing tells whose they are.
 */
export async function cancelStoredEdit(
  draft: Draft,
  { text, isPlain }: Edit,
  goBack: () => Promise<unknown>,
): Promise<void> {
  const { session } = draft;
  await goBack();
  const own = draft.at(session);
  own.edit = null;
  own.recall({ text, isPlain: isPlain === true });
}
