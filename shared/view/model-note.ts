// The row and the notice that pi continues a session with another model than the one it had.
import type { CustomMessage } from '../pi/messages.ts';
import { addNotice, panelNoticeId } from './extension-ui.ts';
import { appendEntry, entryKey } from './transcript.ts';
import type { PanelEvent } from './view-event.ts';
import type { View } from './view.ts';

/** The type of the row, which the session file does not contain. */
export const MODEL_NOTE = 'panel_model_note';

export function noteModel(
  view: View,
  { text, panel_at: at }: Extract<PanelEvent, { type: typeof MODEL_NOTE }>,
): View {
  const message: CustomMessage = {
    role: 'custom',
    customType: MODEL_NOTE,
    content: text,
    display: true,
    timestamp: at,
  };
  const shown = appendEntry(view, { key: entryKey(view.entries, message), message });
  return addNotice(shown, { id: panelNoticeId(at), kind: 'warning', message: text, at });
}
