// Gives the user's prompts to the queue and knows which of them pi has not answered yet.
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { MessageQueue } from '../queue/message-queue.ts';
import type { Session } from '../session/session.ts';

export interface PromptsOptions {
  pi: Pick<PiPort, 'requireRunning'>;
  view: () => View;
  session: Session;
  dialogs: Dialogs;
  queue: MessageQueue;
  /** Runs `act`, and reports its refusal without refusing the prompt. */
  reportFailure: (act: () => Promise<unknown>) => Promise<void>;
}

type Prompt = Extract<PiCommand, { type: 'prompt' }>;

export class Prompts {
  readonly #options: PromptsOptions;
  readonly #pending = new Set<Prompt>();

  constructor(options: PromptsOptions) {
    this.#options = options;
  }

  /** Names of the slash commands that pi has not answered yet. */
  get pendingCommands(): string[] {
    return [...this.#pending].flatMap(({ message }) => commandIn(message) ?? []);
  }

  /**
   * Whether a prompt that starts a run is still unanswered. Slash commands do not count, since they need not start one.
   */
  get isRunPending(): boolean {
    return [...this.#pending].some(({ message }) => commandIn(message) === undefined);
  }

  /** Resolves to pi's answer. Throws a Refusal if pi is not running. */
  async send(prompt: Prompt, id: string): Promise<Answer> {
    const { dialogs, pi, queue, reportFailure, session, view } = this.#options;
    pi.requireRunning();
    const isCommand = commandIn(prompt.message) !== undefined;
    const before = { session: view().session?.id, dialogs: isCommand ? dialogs.openIds : [] };
    this.#pending.add(prompt);
    const answer = await queue.accept(prompt, id).finally(() => this.#pending.delete(prompt));
    // An extension command may have changed the session, which pi does not announce (in any version). Then nothing
    // waits for the dialogs of the old session any more.
    if (isCommand)
      await reportFailure(async () => {
        await session.readIfChanged();
        if (view().session?.id !== before.session) dialogs.cancel(before.dialogs);
      });
    return answer;
  }
}

function commandIn(message: string): string | undefined {
  return message.startsWith('/') ? message.slice(1).split(/\s/, 1)[0] : undefined;
}
