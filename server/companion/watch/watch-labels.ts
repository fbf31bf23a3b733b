// Reports changed labels of entries.
import type { ExtensionContext, SessionEntry } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';

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
    const report: CompanionReport = { type: 'label', entryId, ...(label && { label }), ...(row && { row }) };
    ui.setStatus(CHANNEL, JSON.stringify(report));
    return id;
  };
}

function rowOf(entry: SessionEntry): { role: string; timestamp: number } | null {
  const timestamp = Date.parse(entry.timestamp);
  switch (entry.type) {
    case 'message':
      return { role: entry.message.role, timestamp: entry.message.timestamp };
    case 'custom_message':
      return { role: 'custom', timestamp };
    case 'compaction':
      return { role: 'compactionSummary', timestamp };
    case 'branch_summary':
      return { role: 'branchSummary', timestamp };
    default:
      return null;
  }
}
