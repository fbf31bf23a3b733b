// Messages on their way to pi and back: each is given, or given again, in turn, and the ledger knows of it before and
// after. When that is to be done, the desk says.
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { Message, NewMessage } from './queue-item.ts';
import type { QueuedTexts, QueueTracker } from './queue-tracker.ts';

/** What is said to pi: begins a run, or waits in one. */
export type Spoken = Extract<PiCommand, { message: string }>;

export interface QueueSenderOptions {
  ledger: QueueTracker;
  view: () => View;
  pi: Pick<PiPort, 'request'>;
  /** The ledger was told something new. */
  onChange: () => void;
}

export class QueueSender {
  /** While it is on, nothing more is handed over. */
  isStopping = false;
  readonly #options: QueueSenderOptions;
  #current: Promise<unknown> = Promise.resolve();

  constructor(options: QueueSenderOptions) {
    this.#options = options;
  }

  /** Resolves when pi has answered to what is being handed over. */
  settled(): Promise<unknown> {
    return this.#current;
  }

  /** pi's answer. Throws a Refusal when there was none. */
  async give(message: NewMessage, command: Spoken): Promise<Answer> {
    const { ledger, pi, onChange } = this.#options;
    ledger.sending(message);
    try {
      const answered = pi.request(command, (answer) => {
        ledger.answered(message.id, answer.success ? undefined : answer.error);
        onChange();
      });
      // Pages are told while pi reads.
      onChange();
      return await answered;
    } catch (error) {
      ledger.answered(message.id, error instanceof Error ? error.message : String(error));
      onChange();
      throw error;
    }
  }

  /** One that is here. `isToRun`: should the run be over meanwhile, it begins another. Else it waits with pi. */
  async hand(message: Message, isToRun: boolean): Promise<void> {
    const isQueued = !isToRun || this.#options.view().compaction !== null;
    this.#current = this.give(message, isQueued ? asQueued(message) : asPrompt(message)).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      },
    );
    await this.#current;
  }

  /** All that are here but follow-ups that pi could not give back. `isStart`: the first of them all the same. */
  async handAll({ isToRun, isStart = false }: { isToRun: boolean; isStart?: boolean }): Promise<void> {
    const { ledger, view } = this.#options;
    const { can } = view();
    let isFirst = isStart;
    for (const message of ledger.held) {
      if (this.isStopping || view().exit) break;
      if (message.lane === 'followUp' && !can.clearQueue && !isFirst) continue;
      isFirst = false;
      await this.hand(message, isToRun);
    }
  }

  /** pi gives back its queue. Throws a Refusal 502. */
  async takeBack(): Promise<void> {
    const { ledger, pi, onChange } = this.#options;
    const answer = await pi.request({ type: 'clear_queue' }, (cleared) => {
      if (cleared.success) ledger.cleared(cleared.data as QueuedTexts);
      onChange();
    });
    if (!answer.success)
      throw new Refusal(502, 'agent_refused', `The agent does not give back its queue: ${answer.error}`);
  }
}

/** Waits for its boundary in a run, and begins one otherwise. */
function asPrompt({ text, lane, images }: Message): Spoken {
  return { type: 'prompt', message: text, ...(images.length > 0 && { images }), streamingBehavior: lane };
}

/** Waits in any case. */
function asQueued({ text, lane, images }: Message): Spoken {
  const type = lane === 'followUp' ? 'follow_up' : 'steer';
  return { type, message: text, ...(images.length > 0 && { images }) };
}
