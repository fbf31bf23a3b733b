// Holds what extensions put into the composer while pi changes to another session. pi lets them write as soon as it is
// there, but the panel still has to ask which session that is (pi sends no event, in any version), and until then a page
// would put the text into the draft of the session that is left.
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Stage } from './stage.ts';

export function holdTexts(): Stage<ViewEvent, ViewEvent> {
  /** The session that pi has gone to and that the view does not name yet. */
  let coming: string | null = null;
  let held: ViewEvent[] = [];

  function pass(event: ViewEvent): ViewEvent[] {
    if (event.type === 'panel_ui_reset') coming = event.session;
    else if (
      event.type === 'panel_exit' ||
      (event.type === 'panel_state' && event.state.sessionId === coming)
    ) {
      const passed = [event, ...held];
      coming = null;
      held = [];
      return passed;
    } else if (coming !== null && isText(event)) {
      held.push(event);
      return [];
    }
    return [event];
  }

  return { push: (events) => events.flatMap(pass) };
}

function isText(event: ViewEvent): boolean {
  if (event.type === 'extension_ui_request') return event.method === 'set_editor_text';
  return event.type === 'panel_pasted';
}
