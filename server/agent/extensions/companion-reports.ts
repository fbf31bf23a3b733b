// Recognizes the reports of the panel's own extension in pi's output.
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';

export type Report<T extends CompanionReport['type']> = Extract<CompanionReport, { type: T }>;

/** pi uses a tool of the panel. */
export type ToolUse = Report<'terminal_use' | 'diagnostics_use' | 'look_use'>;

/**
 * Returns the report in an event. Null for any other event, and for a status under the same key that is not from the
 * panel's extension. Only the type is checked so far, not the fields.
 */
export function parseReport(event: PiEvent): { type: string } | null {
  if (event.type !== 'extension_ui_request' || event.method !== 'setStatus') return null;
  if (event.statusKey !== CHANNEL || event.statusText === undefined) return null;
  try {
    const { type, ...fields } = Object(JSON.parse(event.statusText)) as { type?: unknown };
    return typeof type === 'string' ? { type, ...fields } : null;
  } catch {
    return null;
  }
}
