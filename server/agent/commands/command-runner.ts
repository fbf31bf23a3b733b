// Runs the commands that pages send. Most go to pi unchanged. If pi changes something without sending an event (in any
// version), the runner reads it again afterwards.
import { randomUUID } from 'node:crypto';
import type { SideAnswer } from '../../../shared/companion.ts';
import { factsOf } from '../../../shared/pi/command-facts.ts';
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { errorText } from '../../../shared/error-text.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import type { Outputs } from '../../output/outputs.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import type { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { DropRepeats } from '../feed/drop-repeats.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { MessageQueue } from '../queue/message-queue.ts';
import type { Session } from '../session/session.ts';
import { requireAbility, requireShown } from './allowed-now.ts';
import { CompanionCommands } from './companion-commands.ts';
import { Exports } from './exports.ts';
import { Lists } from './lists.ts';
import { Prompts } from './prompts.ts';
import { isCancelled, SessionSwitch } from './session-switch.ts';
import { Sharing } from './sharing.ts';
import { UserBash } from './user-bash.ts';

export interface CommandRunnerOptions {
  pi: PiPort;
  view: () => View;
  session: Session;
  dialogs: Dialogs;
  bridge: ExtensionBridge;
  dropRepeats: DropRepeats;
  queue: MessageQueue;
  outputs: Outputs;
  emit: (event: ViewEvent) => void;
  /**
   * Runs `act`, in which pi changes to the session with this id, with the path of its file. Rejects with a Refusal: 404,
   * or 409 if anybody else uses it.
   */
  useSession: <T>(id: string, act: (file: string) => Promise<T>) => Promise<T>;
  /** Ends the program for which an extension has stopped pi's TUI, if there is one. */
  interruptProgram: () => Promise<void>;
  /** Called with errors that are not Refusals, if no page waits for them. */
  onBug: (error: unknown) => void;
}

export interface Sender {
  /** The id of the command's message in the queue and in the conversation. */
  id?: string | undefined;
  /** The session for which the user wrote the command, if the page says so. */
  session?: string | undefined;
}

export class CommandRunner {
  readonly exports = new Exports();
  readonly #options: CommandRunnerOptions;
  readonly #userBash: UserBash;
  readonly #companion: CompanionCommands;
  readonly #lists: Lists;
  readonly #prompts: Prompts;
  readonly #sharing: Sharing;
  readonly #sessionSwitch: SessionSwitch;

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
    this.#companion = new CompanionCommands(options);
    this.#lists = new Lists(options);
    this.#sharing = new Sharing({ ...options, exports: this.exports });
    this.#userBash = new UserBash(options);
    this.#prompts = new Prompts({ ...options, reportFailure: (act) => this.reportFailure(act) });
    this.#sessionSwitch = new SessionSwitch({ ...options, request: (command) => this.#request(command) });
  }

  /** Names of the slash commands that pi has not answered yet. */
  get pendingCommands(): string[] {
    return this.#prompts.pendingCommands;
  }

  /** Whether a slash command has gone to this session, and may go on in it. Other commands are answered at once. */
  hasGoneTo(session: string): boolean {
    return this.pendingCommands.length > 0 && this.#options.view().session?.id !== session;
  }

  /** Whether a prompt that starts a run is still unanswered. */
  get isRunPending(): boolean {
    return this.#prompts.isRunPending;
  }

  /**
   * Resolves to pi's answer. Throws a Refusal if pi is not running, or if the command is not allowed now.
   */
  async run(command: PageCommand, { id = randomUUID(), session }: Sender = {}): Promise<Answer> {
    const { dialogs, pi, queue, view } = this.#options;
    requireAbility(view(), command);
    await this.#sessionSwitch.whenLoaded();
    requireShown(view(), command, session);
    const { changes, endsRun } = factsOf(command.type);
    // pi waits for a running tool before it ends a run, and a tool that waits in a dialog does not notice that it
    // should end (in any version).
    if (endsRun && (view().run || changes === 'session')) dialogs.cancelAll();
    // pi may wait for the program, and reads no command until then.
    if (command.type === 'abort' || command.type === 'abort_bash') await this.#options.interruptProgram();
    switch (command.type) {
      case 'prompt':
        if (this.#companion.isNavigating)
          throw new Refusal(
            409,
            'agent_busy',
            'pi is moving to another point in the session. Wait until it has finished.',
          );
        return this.#prompts.send(command, id);
      case 'steer':
      case 'follow_up':
        pi.requireRunning();
        return queue.accept(command, id);
      case 'clear_queue':
        return this.#clearQueue();
      case 'bash':
        return this.runBash(command.command, command.excludeFromContext ?? false).answer;
      case 'abort_bash':
        return this.#userBash.stop();
      case 'switch_session':
        return this.#sessionSwitch.run(command.session);
      case 'new_session':
        return this.#newSession(command.fromThis ?? false);
      case 'export_html':
        return this.exports.exportHtml({ session: view().session?.file, pi });
      case 'set_auto_retry':
        return this.#setAutoRetry(command);
      case 'get_commands':
        return this.#lists.commands();
      case 'get_available_models':
        return this.#lists.models();
      case 'get_fork_messages':
        return this.#lists.forkMessages();
      case 'panel_tree':
      case 'panel_navigate':
      case 'panel_label':
      case 'panel_context':
      case 'panel_edit_context':
      case 'panel_note_plan':
      case 'panel_quotas':
      case 'panel_child':
      case 'panel_tools':
      case 'panel_loaded':
      case 'panel_draw':
      case 'panel_shortcut':
      case 'panel_press':
      case 'panel_complete':
      case 'panel_themes':
      case 'panel_use_tools':
      case 'panel_reload':
        return this.#companion.run(command);
      case 'panel_share':
      case 'panel_share_send':
      case 'panel_bug':
      case 'panel_bug_send':
        return this.#sharing.run(command);
      default:
        return this.#request(command);
    }
  }

  /**
   * Asks the model something beside the conversation. Rejects with a Refusal: 409 without the panel's extension, 502 with
   * its error.
   */
  askModel(question: { system: string; text: string }): Promise<SideAnswer> {
    return this.#options.bridge.ask<SideAnswer>({ ask: 'model', ...question });
  }

  /**
   * Runs a user bash command. `call` identifies its output; the answer comes when the command has ended. Throws a
   * Refusal if pi is not running, or if this version cannot keep the output from the model.
   */
  runBash(
    command: string,
    excludeFromContext: boolean,
    session?: string,
  ): { call: string; answer: Promise<Answer> } {
    const view = this.#options.view();
    requireAbility(view, { type: 'bash', excludeFromContext });
    requireShown(view, { type: 'bash' }, session);
    this.#sessionSwitch.requireLoaded();
    return this.#userBash.start(command, excludeFromContext);
  }

  /**
   * Makes pi load its session file again. Resolves to false if pi has not written the file yet, or if an extension
   * canceled.
   */
  async reopenSession(): Promise<boolean> {
    const { session } = this.#options;
    if (!session.path || !(await session.isWritten())) return false;
    const answer = await this.#request({ type: 'switch_session', sessionPath: session.path });
    return answer.success && !isCancelled(answer);
  }

  /**
   * Runs a command that no page is waiting for. Its failure becomes a notice, unless pi has exited, which the view
   * already shows. Never rejects.
   */
  async reportFailure(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const { emit, onBug } = this.#options;
      if (!(error instanceof Refusal)) onBug(error);
      else if (error.code === 'agent_exited') return;
      emit({ type: 'panel_notice', kind: 'warning', message: errorText(error), panel_at: Date.now() });
    }
  }

  /** Deletes the exports that were not downloaded. */
  async close(): Promise<void> {
    await this.exports.close();
  }

  async #newSession(fromThis: boolean): Promise<Answer> {
    const { session } = this.#options;
    if (!fromThis) return this.#request({ type: 'new_session' });
    if (!session.path || !(await session.isWritten()))
      throw new Refusal(
        409,
        'session_not_saved',
        'This session is not saved yet, so none can begin from it.',
      );
    return this.#request({ type: 'new_session', parentSession: session.path });
  }

  /** Clears the queue. Answers like pi itself, but with the texts as the user typed them. */
  async #clearQueue(): Promise<Answer> {
    const { queue, pi } = this.#options;
    pi.requireRunning();
    const { steering, followUp } = queue.queue;
    const messages = await queue.editor.takeBack([...steering, ...followUp].map(({ id }) => id));
    const texts = (lane: Lane): string[] =>
      messages.filter((message) => message.lane === lane).map(({ text }) => text);
    return { success: true, data: { steering: texts('steer'), followUp: texts('followUp') } };
  }

  async #setAutoRetry(command: Extract<PiCommand, { type: 'set_auto_retry' }>): Promise<Answer> {
    const answer = await this.#request(command);
    if (answer.success) this.#options.session.folderSettings.setAutoRetry(command.enabled);
    return answer;
  }

  async #request(command: PiCommand): Promise<Answer> {
    const { pi, queue, dropRepeats, session } = this.#options;
    if (command.type === 'abort') queue.onAbort();
    const { changes } = factsOf(command.type);
    const isOver = changes === 'session' ? dropRepeats.begin() : null;
    const answer = await pi.request(command).finally(() => isOver?.());
    if (!answer.success) return answer;
    if (changes === 'state') await this.reportFailure(() => session.readIfChanged());
    if (changes === 'session' && !isCancelled(answer)) {
      const file = command.type === 'switch_session' ? command.sessionPath : undefined;
      await this.reportFailure(() => session.readNew(file));
    }
    return answer;
  }
}
