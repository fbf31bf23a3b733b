// Sends messages to pi and makes pi give them back, and informs the tracker before and after. The message queue decides
// when to do that.
import { errorText } from '../../../shared/error-text.ts';
import type { Answer, Disposition, PiCommand } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { Message, NewMessage } from './queue-item.ts';
import type { ClearedTexts, QueueTracker } from './queue-tracker.ts';

/** A command that carries a message, which starts a run or waits during one. */
export type MessageCommand = Extract<PiCommand, { message: string }>;

export interface QueueSenderOptions {
  tracker: QueueTracker;
  view: () => View;
  pi: Pick<PiPort, 'request'>;
  /** Throws a Refusal if pi could not work with a message. It then stays in the queue, with the reason. */
  requireReady?: (() => void) | undefined;
  /** Called after the tracker has changed. */
  onChange: () => void;
  /** Called when an extension took a message that is not one of its commands. */
  onHandled: (message: NewMessage) => void;
}

export class QueueSender {
  /** While true, no held messages are sent. */
  isStopping = false;
  readonly #options: QueueSenderOptions;
  #sendingHeld: Promise<unknown> = Promise.resolve();

  constructor(options: QueueSenderOptions) {
    this.#options = options;
  }

  /** Resolves when pi has answered the held message that is being sent, if there is one. */
  whenHeldSent(): Promise<unknown> {
    return this.#sendingHeld;
  }

  /** Resolves to pi's answer. Rejects with a Refusal if there is none. */
  send(message: NewMessage, command: MessageCommand): Promise<Answer> {
    const { onHandled, tracker } = this.#options;
    tracker.onSend(message);
    return this.#request(command, (error, disposition) => {
      tracker.onAnswer(message.id, error, disposition);
      if (disposition === 'handled') onHandled(message);
    });
  }

  /** Runs an extension's command. Resolves when it has ended, which may take until the user answers its dialogs. */
  runCommand(message: NewMessage, command: MessageCommand): Promise<Answer> {
    const { tracker } = this.#options;
    tracker.commands.onSend(message);
    return this.#request(command, (error) => tracker.commands.onAnswer(message.id, error));
  }

  /**
   * With `startsRun`, the message starts a run if the agent is idle when it arrives. Otherwise it waits in pi's queue.
   */
  async sendHeld(message: Message, { startsRun }: { startsRun: boolean }): Promise<void> {
    const isPrompt = startsRun && this.#options.view().compaction === null;
    this.#sendingHeld = this.send(message, isPrompt ? toPrompt(message) : toQueueCommand(message)).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      },
    );
    await this.#sendingHeld;
  }

  /**
   * Sends all held messages except follow-ups that pi could not give back later. With `isStart`, the first message is
   * sent even if it is one.
   */
  async sendAllHeld({
    startsRun,
    isStart = false,
  }: {
    startsRun: boolean;
    isStart?: boolean;
  }): Promise<void> {
    const { tracker, view } = this.#options;
    const { can } = view();
    let isFirst = isStart;
    for (const message of tracker.held) {
      // Everything is sent when the compaction has ended.
      if (this.isStopping || view().exit || view().compaction) break;
      if (message.lane === 'followUp' && !can.clearQueue && !isFirst) continue;
      isFirst = false;
      await this.sendHeld(message, { startsRun });
    }
  }

  /** Makes pi give back its queue. Rejects with a Refusal: 502 if pi refuses, or one from `request`. */
  async clearPiQueue(): Promise<void> {
    const { tracker, pi, onChange } = this.#options;
    const answer = await pi.request({ type: 'clear_queue' }, (cleared) => {
      if (cleared.success) tracker.onCleared(cleared.data as ClearedTexts);
      onChange();
    });
    if (!answer.success)
      throw new Refusal(502, 'agent_refused', `The agent does not give back its queue: ${answer.error}`);
  }

  async #request(
    command: MessageCommand,
    onAnswer: (error?: string, disposition?: Disposition) => void,
  ): Promise<Answer> {
    const { pi, onChange, requireReady } = this.#options;
    try {
      requireReady?.();
      const answered = pi.request(command, (answer) => {
        if (answer.success) onAnswer(undefined, dispositionOf(answer.data));
        else onAnswer(answer.error);
        onChange();
      });
      // Pages see that the message is being sent before pi answers.
      onChange();
      return await answered;
    } catch (error) {
      onAnswer(errorText(error));
      onChange();
      throw error;
    }
  }
}

function dispositionOf(data: unknown): Disposition | undefined {
  return (data as { disposition?: Disposition } | null | undefined)?.disposition;
}

/** Returns a command whose message waits for its lane's turn during a run, and starts a run otherwise. */
function toPrompt({ text, lane, images }: Message): MessageCommand {
  return { type: 'prompt', message: text, ...(images.length > 0 && { images }), streamingBehavior: lane };
}

/** Returns a command whose message waits in pi's queue even if the agent is idle. */
function toQueueCommand({ text, lane, images }: Message): MessageCommand {
  const type = lane === 'followUp' ? 'follow_up' : 'steer';
  return { type, message: text, ...(images.length > 0 && { images }) };
}
