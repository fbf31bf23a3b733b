// Reports changed labels of entries.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';
import { toCheckedEntry } from '../../../shared/pi/session-parse.ts';
import { messageOf } from '../../../shared/view/history.ts';

interface Writable {
  appendLabelChange?: (entryId: string, label: string | undefined) => string;
}

/**
 * Wraps the one method of the session through which every change goes, because pi emits no event for labels (in pi
 * 0.73.1 to 1.5.2). If a pi names the method differently, changed labels appear when the session is read again.
 */
export function watchLabels({ sessionManager, ui }: ExtensionContext): void {
  const session = sessionManager as typeof sessionManager & Writable;
  const original = session.appendLabelChange;
  if (!original || Object.hasOwn(session, 'appendLabelChange')) return;
  session.appendLabelChange = (entryId, label) => {
    const id = original.call(session, entryId, label);
    const entry = session.getEntry(entryId);
    const row = entry && rowOf(entry);
    // An extension may give any value.
    const isText = typeof label === 'string' && label !== '';
    const report: CompanionReport = { type: 'label', entryId, ...(isText && { label }), ...(row && { row }) };
    ui.setStatus(CHANNEL, JSON.stringify(report));
    return id;
  };
}

function rowOf(stored: unknown): { role: string; timestamp: number } | null {
  const entry = toCheckedEntry(stored, 0);
  const message = entry && messageOf(entry);
  return message ? { role: message.role, timestamp: message.timestamp } : null;
}
