// Drops what extensions write twice because of pi. In RPC mode pi binds extensions twice after new_session,
// switch_session, fork and clone, so their session_start handlers run twice before it answers (in pi 0.73.1 to 1.5.2).
// Events that only set a value may repeat. Those that add something (a notice, an error, text) must not.
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { Stage } from './stage.ts';

export interface DropRepeats extends Stage<PiEvent, PiEvent> {
  /** Call before a command that changes the session is sent; call the returned function once pi has answered. */
  begin: () => () => void;
}

export function dropRepeats(): DropRepeats {
  let pendingCommands = 0;
  /** Keys of the events that extensions caused since the first of the pending commands. */
  const seen = new Set<string>();

  function isRepeat(event: PiEvent): boolean {
    const key = pendingCommands > 0 ? keyOf(event) : null;
    if (key === null) return false;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  }

  return {
    begin() {
      pendingCommands += 1;
      return () => {
        pendingCommands -= 1;
        if (pendingCommands === 0) seen.clear();
      };
    },
    push: (events) => events.filter((event) => !isRepeat(event)),
  };
}

function keyOf(event: PiEvent): string | null {
  if (event.type === 'extension_error')
    return JSON.stringify([event.extensionPath, event.event, event.error]);
  if (event.type !== 'extension_ui_request') return null;
  if (event.method === 'notify') return JSON.stringify([event.method, event.message, event.notifyType]);
  return event.method === 'set_editor_text' ? JSON.stringify([event.method, event.text]) : null;
}
