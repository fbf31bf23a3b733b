// What the user did in an extension's editor, done by the page: messages are sent through the composer, and the keys of
// pi's actions run the actions of the page.
import type { EditorActs } from '../../shared/companion.ts';
import type { ActionId } from '../actions/table.ts';
import type { ComposerPort } from '../state/workbench/composer-port.ts';

/** pi's actions and those of the page that do the same. A page cannot be suspended. Ctrl+D ends pi, as in its TUI. */
const PAGE_ACTIONS: Readonly<Record<string, ActionId>> = {
  'app.thinking.cycle': 'cycle_thinking_level',
  'app.model.cycleForward': 'cycle_model',
  'app.model.cycleBackward': 'previous_model',
  'app.model.select': 'set_model',
  'app.message.copy': 'get_last_assistant_text',
  'app.message.dequeue': 'clear_queue',
  'app.session.new': 'new_session',
  'app.session.tree': 'get_tree',
  'app.session.fork': 'fork',
  'app.session.resume': 'switch_session',
  'app.exit': 'end_agent',
};

export interface ActTargets {
  composer: ComposerPort;
  run: (action: ActionId) => void;
  isRunning: boolean;
  session: string | null;
  /** Whether the page shows the agent, so that messages can be sent and not only be inserted. */
  isShown: boolean;
}

/** Sends messages through the composer, so that commands work and a refused text is kept. */
export function performActs(
  acts: EditorActs,
  { composer, run, isRunning, session, isShown }: ActTargets,
): void {
  const isStopped = acts.isInterrupted && isRunning;
  if (isStopped) run('abort');
  const messages = [
    ...acts.submitted.map((text) => [text, 'steer'] as const),
    ...(acts.followUps ?? []).map((text) => [text, 'followUp'] as const),
  ];
  for (const [text, lane] of messages) {
    // Pictures that were pasted into the extension's editor wait in the composer for their message.
    const canSend = !composer.hasText() && isShown;
    composer.insert(text, session);
    if (canSend) composer.send(lane);
  }
  // During a run, a second Esc stops it once more.
  for (const action of isStopped ? [] : (acts.actions ?? [])) {
    const id = PAGE_ACTIONS[action];
    if (id) run(id);
    if (action !== 'app.editor.external') continue;
    if (acts.draft) composer.insert(acts.draft, session);
    composer.openEditor();
  }
}
