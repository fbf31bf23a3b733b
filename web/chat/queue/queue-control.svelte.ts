// What a person does with messages that wait, one after the other, and why it did not happen. The queue itself is the
// view's; here is only what is being typed into one of them.
import type { Answer, QueueMode } from '../../../shared/pi/commands.ts';
import {
  arrangementOf,
  inLane,
  isWaiting,
  moved,
  withText,
  without,
  type Arrangement,
  type Lane,
  type Queue,
} from '../../../shared/view/queue.ts';
import type { Agent } from '../../state/agent.svelte.ts';

export class QueueControl {
  /** A change is under way. It may have to wait until the agent is between no two steps. */
  isBusy = $state(false);
  error = $state<string | null>(null);
  /** The message whose text is being changed. */
  editing = $state<{ id: string; text: string } | null>(null);

  #last: Promise<void> = Promise.resolve();
  #asked = 0;
  readonly #agent: () => Agent;
  /** Names of commands that extensions run at once. */
  readonly #commands: () => Promise<ReadonlySet<string>>;

  constructor(options: { agent: () => Agent; commands: () => Promise<ReadonlySet<string>> }) {
    this.#agent = options.agent;
    this.#commands = options.commands;
  }

  move(id: string, by: -1 | 1): Promise<void> {
    return this.#change(id, (queue) => moved(queue, id, by));
  }

  convert(id: string, lane: Lane): Promise<void> {
    return this.#change(id, (queue) => inLane(queue, id, lane));
  }

  remove(id: string): Promise<void> {
    return this.#change(id, (queue) => without(queue, id));
  }

  /** What pi did not take is handed over once more. */
  retry(id: string): Promise<void> {
    return this.#change(id, (queue) => withText(queue, id, textIn(queue, id)));
  }

  /** Nothing runs: the first begins a run, the others wait for their boundaries in it. */
  start(): Promise<void> {
    return this.#change(null, (queue) =>
      isWaiting(queue) ? { ...arrangementOf(queue), start: true } : null,
    );
  }

  /** The text that was typed into the message. */
  async save(): Promise<void> {
    const edited = this.editing;
    if (!edited || edited.text.trim() === '') return;
    const name = /^\/(\S+)/.exec(edited.text)?.[1];
    if (name !== undefined && (await this.#commands()).has(name)) {
      this.error = `/${name} is a command of an extension: it runs at once and cannot wait. Send it from the composer.`;
      return;
    }
    await this.#change(edited.id, (queue) => withText(queue, edited.id, edited.text));
    if (this.error === null && this.editing?.id === edited.id) this.editing = null;
  }

  /** pi keeps this in its settings.json (any version). */
  async setMode(lane: Lane, mode: QueueMode): Promise<void> {
    const type = lane === 'steer' ? 'set_steering_mode' : 'set_follow_up_mode';
    await this.#do(() => this.#agent().send({ type, mode }));
  }

  /** `id`: the message that it is about. */
  async #change(
    id: string | null,
    wanted: (queue: Queue) => (Arrangement & { start?: boolean }) | null,
  ): Promise<void> {
    await this.#do(async () => {
      const answer = await this.#agent().changeQueue(wanted);
      if (answer.success && id !== null && answer.data?.missed.includes(id))
        return { success: false, error: 'It had just been delivered, as it was.' };
      return answer;
    });
  }

  /** One after the other: each is made of the queue that the one before left. */
  #do(act: () => Promise<Answer>): Promise<void> {
    this.#asked += 1;
    this.isBusy = true;
    this.error = null;
    const done = this.#last.then(async () => {
      const answer = await act();
      if (!answer.success) this.error = answer.error;
    });
    this.#last = done
      .catch(() => undefined)
      .then(() => {
        this.#asked -= 1;
        this.isBusy = this.#asked > 0;
      });
    return done;
  }
}

function textIn({ steering, followUp }: Queue, id: string): string {
  return [...steering, ...followUp].find((queued) => queued.id === id)?.text ?? '';
}
