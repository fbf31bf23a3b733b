// Changes to the queue that the user asks for, one at a time, and why the last one failed. The queue itself is part of
// the view; the only state here is the text being edited, which survives a reload.
import { t } from '../../language/text.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import {
  arrangementOf,
  moveToLane,
  moveMessage,
  changeText,
  removeMessage,
  type Arrangement,
} from '../../../shared/view/queue-changes.ts';
import { isWaiting, type Lane, type Queue, type Queued } from '../../../shared/view/queue.ts';
import { Acts } from '../../lib/requests/acts.svelte.ts';
import { asArray, asObject, isText, Persisted } from '../../lib/storage/persisted.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** `original`: the text that waits in the queue. `session`: the one on the page. */
interface Edit {
  id: string;
  text: string;
  original: string;
  session: string | null;
}

export class QueueControl {
  error = $state<string | null>(null);
  readonly #stored = new Persisted<Edit[]>({
    area: 'tab',
    key: 'pi-panel.queue-edits',
    parse: (stored) => asArray(stored, isEdit),
  });
  #editing = $state<Edit | null>(null);

  /** In turn, because each change is based on the queue that the previous one left. */
  readonly #changes = new Acts();
  /** The edits that the user left for another message, by the id of their message. */
  readonly #left = new Map<string, Edit>();
  readonly #agent: () => Agent;
  /** Names of extension commands, which run immediately. */
  readonly #commands: () => Promise<ReadonlySet<string>>;

  constructor(options: { agent: () => Agent; commands: () => Promise<ReadonlySet<string>> }) {
    this.#agent = options.agent;
    this.#commands = options.commands;
    const [editing = null, ...left] = this.#stored.get();
    this.#editing = editing;
    for (const edit of left) this.#left.set(edit.id, edit);
  }

  /** The message whose text is being edited. */
  get editing(): Edit | null {
    return this.#editing;
  }

  set editing(edit: Edit | null) {
    this.#editing = edit;
    const edits = [...(edit ? [edit] : []), ...this.#left.values()];
    this.#stored.set(edits.length > 0 ? edits : null);
  }

  /** Whether a change is under way. It may have to wait for a moment at which pi is not delivering messages. */
  get isBusy(): boolean {
    return this.#changes.isBusy;
  }

  move(id: string, by: -1 | 1): Promise<void> {
    return this.#change(id, (queue) => moveMessage(queue, id, by));
  }

  convert(id: string, lane: Lane): Promise<void> {
    return this.#change(id, (queue) => moveToLane(queue, id, lane));
  }

  remove(id: string): Promise<void> {
    return this.#change(id, (queue) => removeMessage(queue, id));
  }

  /** Retries a message that pi has refused. */
  retry(id: string): Promise<void> {
    return this.#change(id, (queue) => changeText(queue, id, textIn(queue, id)));
  }

  /** Starts a run with the first message while the agent is idle. The others wait for their turn in that run. */
  start(): Promise<void> {
    return this.#change(null, (queue) =>
      isWaiting(queue) ? { ...arrangementOf(queue), start: true } : null,
    );
  }

  /** Edits a message. What was typed into another one is there again when that is edited. */
  edit({ id, text }: Pick<Queued, 'id' | 'text'>, session: string | null): void {
    const { editing } = this;
    if (editing && editing.text !== editing.original) this.#left.set(editing.id, editing);
    this.error = null;
    const typed = this.#left.get(id)?.text ?? text;
    this.#left.delete(id);
    this.editing = { id, text: typed, original: text, session };
  }

  async save(): Promise<void> {
    const edited = this.editing;
    if (!edited || edited.text.trim() === '') return;
    const agent = this.#agent();
    const name = /^\/(\S+)/.exec(edited.text)?.[1];
    if (name !== undefined && (await this.#commands()).has(name)) {
      this.error = t(
        "{command} is an extension command: it runs immediately and can't wait. Send it from the composer.",
        { command: `/${name}` },
      );
      return;
    }
    await this.#change(edited.id, (queue) => changeText(queue, edited.id, edited.text), agent);
    const { editing } = this;
    if (this.error !== null || editing?.id !== edited.id) return;
    // The user may have gone on typing.
    this.editing = editing.text === edited.text ? null : { ...editing, original: edited.text };
  }

  /** Must be called with each queue. Ends the edits of messages that are no longer in it, and returns them. */
  endLostEdits({ steering, followUp }: Queue): Pick<Edit, 'text' | 'session'>[] {
    const ids = new Set([...steering, ...followUp].map(({ id }) => id));
    const { editing } = this;
    const lost = [...this.#left.values(), ...(editing ? [editing] : [])].filter(({ id }) => !ids.has(id));
    for (const { id } of lost) this.#left.delete(id);
    if (lost.length > 0) this.editing = editing && ids.has(editing.id) ? editing : null;
    return lost.map(({ text, session }) => ({ text, session }));
  }

  /** Applies a change. `id`: the message to change, if it is only one. */
  async #change(
    id: string | null,
    wanted: (queue: Queue) => (Arrangement & { start?: boolean }) | null,
    // The page may show another one by the time the changes before have ended.
    agent = this.#agent(),
  ): Promise<void> {
    await this.#do(async () => {
      const answer = await agent.changeQueue(wanted);
      if (answer.success && id !== null && answer.data?.missed.includes(id))
        return { success: false, error: t('The message was already delivered, unchanged.') };
      return answer;
    });
  }

  async #do(act: () => Promise<Answer>): Promise<void> {
    this.error = null;
    const answer = await this.#changes.inTurn(act);
    if (!answer.success) this.error = answer.error;
  }
}

function isEdit(value: unknown): value is Edit {
  const { id, text, original, session } = asObject(value);
  return [id, text, original, session ?? ''].every(isText);
}

function textIn({ steering, followUp }: Queue, id: string): string {
  return [...steering, ...followUp].find((queued) => queued.id === id)?.text ?? '';
}
