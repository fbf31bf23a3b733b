// What extensions say twice by pi's doing: in RPC mode pi binds them twice after new_session, switch_session, fork and
// clone, so their handlers of session_start run twice before it answers (0.73.1 to 1.5.2). What only sets a last value
// comes out right by itself; what adds something is told once.
import type { PiEvent } from '../../../shared/pi/events.ts';

export class DropRepeats {
  /** What was said while such a command is under way; null while none is. */
  #said: Set<string> | null = null;
  #underWay = 0;

  /** To be called before the command is sent, and what it gives when the answer has come. */
  begin(): () => void {
    this.#underWay += 1;
    this.#said ??= new Set();
    return () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#said = null;
    };
  }

  /** To be asked once for each event, in order. */
  isRepeat(event: PiEvent): boolean {
    const words = this.#said && wordsOf(event);
    if (!words) return false;
    if (this.#said!.has(words)) return true;
    this.#said!.add(words);
    return false;
  }
}

function wordsOf(event: PiEvent): string | null {
  if (event.type === 'extension_error')
    return JSON.stringify([event.extensionPath, event.event, event.error]);
  if (event.type !== 'extension_ui_request') return null;
  if (event.method === 'notify') return JSON.stringify([event.method, event.message, event.notifyType]);
  return event.method === 'set_editor_text' ? JSON.stringify([event.method, event.text]) : null;
}
