// The commands that pages give: each goes to pi as it is, and what it changes without an event of pi's (any
// version) is read again afterwards.
import { randomUUID } from 'node:crypto';
import type { Answer, PiCommand, SlashCommand } from '../../../shared/pi/commands.ts';
import { sinceWhich } from '../../../shared/pi/abilities.ts';
import { factsOf, missingAbility } from '../../../shared/pi/command-facts.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import type { Outputs } from '../../output/outputs.ts';
import { CompanionCommands } from './companion-commands.ts';
import type { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import type { Exports } from './exports.ts';
import { UserBash } from './user-bash.ts';
import type { PiPort } from '../process/current-pi.ts';
import { Prompts } from './prompts.ts';
import type { MessageQueue } from '../queue/message-queue.ts';
import type { DropRepeats } from '../feed/drop-repeats.ts';
import type { Session } from '../session/session.ts';

export interface CommandRunnerOptions {
  pi: PiPort;
  view: () => View;
  session: Session;
  dialogs: Dialogs;
  companion: ExtensionBridge;
  dropRepeats: DropRepeats;
  queue: MessageQueue;
  outputs: Outputs;
  exports: Exports;
  emit: (event: ViewEvent) => void;
  /** Path of the session file that this id names; throws a Refusal 404, or 409 when another agent is on it. */
  findSession: (id: string) => Promise<string>;
}

export class CommandRunner {
  readonly #options: CommandRunnerOptions;
  readonly #bashes: UserBash;
  readonly #companion: CompanionCommands;
  readonly #prompts: Prompts;

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
    const { companion: link, session, view } = options;
    this.#companion = new CompanionCommands({ link, session, view });
    this.#bashes = new UserBash(options);
    this.#prompts = new Prompts({ ...options, aside: (act) => this.aside(act) });
  }

  /** Names of the slash commands that pi has not answered yet. */
  get pendingCommands(): string[] {
    return this.#prompts.pendingCommands;
  }

  /** pi has not answered a prompt that starts a run. */
  get isRunPending(): boolean {
    return this.#prompts.isRunPending;
  }

  /**
   * pi's answer. `id` names what is said by it, in the queue and in the conversation.
   * Throws a Refusal while there is no pi, and for what may not be asked.
   */
  async run(command: PageCommand, id: string = randomUUID()): Promise<Answer> {
    this.#requireAbility(command);
    const { dialogs, exports, findSession, pi, queue, view } = this.#options;
    const { changes, endsRun } = factsOf(command.type);
    // A tool that waits in a dialog does not notice that its run is to end, and pi waits for the tool (any version).
    if (endsRun && (view().run || changes === 'session')) dialogs.cancelAll();
    switch (command.type) {
      case 'prompt':
        if (this.#companion.isNavigating)
          throw new Refusal(409, 'agent_busy', 'pi is on its way to another place of the session: wait.');
        return this.#prompts.send(command, id);
      case 'steer':
      case 'follow_up':
        pi.requireRunning();
        return queue.accept(command, id);
      case 'clear_queue':
        return this.#clearQueue();
      case 'bash':
        return this.bash(command.command, command.excludeFromContext ?? false).answer;
      case 'abort_bash':
        return this.#bashes.stop();
      case 'switch_session':
        return this.#ask({ type: 'switch_session', sessionPath: await findSession(command.session) });
      case 'export_html':
        return exports.html({ session: view().session?.file, pi });
      case 'set_auto_retry':
        return this.#setAutoRetry(command);
      case 'get_commands':
        return this.#listCommands();
      case 'panel_tree':
      case 'panel_navigate':
      case 'panel_label':
      case 'panel_tools':
      case 'panel_use_tools':
      case 'panel_reload':
        return this.#companion.run(command);
      default:
        return this.#ask(command);
    }
  }

  /**
   * A command of the person's: its output comes by `call`, and pi answers when it has ended.
   * Throws a Refusal while there is no pi, and for what this pi cannot do.
   */
  bash(command: string, excludeFromContext: boolean): { call: string; answer: Promise<Answer> } {
    this.#requireAbility({ type: 'bash', excludeFromContext });
    return this.#bashes.start(command, excludeFromContext);
  }

  /** The session as its file has it. False when it has none yet, or an extension held it back. */
  async reopenSession(): Promise<boolean> {
    const { session } = this.#options;
    if (!session.path || !(await session.isWritten())) return false;
    const answer = await this.#ask({ type: 'switch_session', sessionPath: session.path });
    return answer.success && !(answer.data as { cancelled?: boolean } | undefined)?.cancelled;
  }

  /** For what is asked on the side: that pi ended meanwhile is in the view already; what it refuses is a notice. */
  async aside(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'agent_exited') return;
      const { message } = error;
      this.#options.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
    }
  }

  async #listCommands(): Promise<Answer> {
    const answer = await this.#options.pi.request({ type: 'get_commands' });
    if (!answer.success) return answer;
    const { commands } = answer.data as { commands: SlashCommand[] };
    return { success: true, data: { commands: this.#options.companion.withoutOwn(commands) } };
  }

  /** All of it, as it was typed. */
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
    const answer = await this.#ask(command);
    if (answer.success) this.#options.session.setAutoRetry(command.enabled);
    return answer;
  }

  /** What an older pi would answer with "Unknown command", or not heed at all, is refused in words. */
  #requireAbility(command: { type: PageCommand['type']; excludeFromContext?: boolean | undefined }): void {
    const { can, version } = this.#options.view();
    const missing = missingAbility(command, can);
    if (!missing) return;
    const lack = command.type === 'bash' ? 'cannot keep a command from the model' : `has no ${command.type}`;
    throw new Refusal(
      409,
      'pi_too_old',
      `pi ${version} ${lack}: that takes pi ${sinceWhich(missing)} or newer.`,
    );
  }

  async #ask(command: PiCommand): Promise<Answer> {
    const { pi, queue, dropRepeats, session } = this.#options;
    if (command.type === 'abort') queue.onAbort();
    const { changes } = factsOf(command.type);
    const isOver = changes === 'session' ? dropRepeats.begin() : null;
    const answer = await pi.request(command).finally(() => isOver?.());
    if (!answer.success) return answer;
    if (changes === 'state') await this.aside(() => session.readState());
    const isCancelled = (answer.data as { cancelled?: boolean } | undefined)?.cancelled;
    if (changes === 'session' && !isCancelled) await this.aside(() => session.follow());
    return answer;
  }
}
