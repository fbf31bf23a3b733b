// Reads facts about a session again after an event, because pi does not announce them (in any version).
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Session } from './session.ts';

export async function readAfter(event: ViewEvent, session: Session): Promise<void> {
  if (event.type === 'compaction_end') session.onCompacted();
  if (event.type === 'agent_settled' || event.type === 'compaction_end') {
    await session.shown.identifyRows();
    await session.readStats();
  } else if (event.type === 'entry_appended') {
    await session.shown.readEdit(event.entry.targetId);
  } else if (
    event.type === 'turn_end' ||
    // Sub-agents spend for the session.
    event.type === 'panel_children' ||
    (event.type === 'message_end' && event.message.role === 'assistant')
  ) {
    await session.readStats();
  }
}
