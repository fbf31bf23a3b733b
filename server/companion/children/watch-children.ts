// Reports the sub-agents of known packages while they run, and stores in the session what they used, because their
// packages do not.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionEntry, type CompanionReport } from '../../../shared/companion.ts';
import { errorText } from '../../../shared/error-text.ts';
import { fieldsOf, isText, tokensIn } from '../../../shared/children/child.ts';
import type { ChildAct, LiveChild } from '../../../shared/view/live-child.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import { ChildDialogs } from './ask-user.ts';
import { CollaboratingChildren } from './collaborating-agents.ts';
import { PiSubagentsChildren } from './pi-subagents.ts';
import type { ChildSource, Events, KnownChild } from './source.ts';
import { TintinwebChildren } from './tintinweb.ts';

/** How often running ones are looked at. */
const LOOK_MS = 1000;
const MAX_CHILDREN = 50;
const MAX_TEXT = 1000;

export class Children {
  readonly #pi: ExtensionAPI;
  readonly #senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void;
  readonly #sources: ChildSource[];
  readonly #dialogs = new ChildDialogs();
  #ctx: ExtensionContext | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #sent = '[]';
  /** The children whose usage is in the session. */
  #stored = new Set<string>();

  constructor(pi: ExtensionAPI, senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void) {
    this.#pi = pi;
    this.#senderFor = senderFor;
    // pi 0.73.1 has the bus too.
    const { events } = pi as { events?: Events };
    const look = (): void => this.#lookSoon(0);
    this.#sources = [
      ...(events ? [new TintinwebChildren(events, look), new PiSubagentsChildren(events, look)] : []),
      new CollaboratingChildren(),
    ];
    pi.on('session_start', (_event, ctx) => this.#onSession(ctx));
    pi.on('tool_execution_end', ({ result }) => {
      const { details } = fieldsOf(result);
      for (const source of this.#sources) source.onResult?.(details);
      look();
    });
    pi.on('agent_end', look);
    pi.on('session_shutdown', () => this.#end());
  }

  async act({ id, act, text = '' }: { id: string; act: ChildAct; text?: string }): Promise<null> {
    for (const source of this.#sources) {
      const acting = source.act(id, act, text);
      if (acting === undefined) continue;
      await acting;
      this.#lookSoon(0);
      return null;
    }
    throw new Error('pi does not know this sub-agent any more.');
  }

  #onSession(ctx: ExtensionContext): void {
    this.#ctx = ctx;
    this.#sent = '[]';
    this.#stored = new Set(
      ctx.sessionManager.getEntries().flatMap((entry) => {
        if (entry.type !== 'custom' || entry.customType !== CHANNEL) return [];
        const { id } = fieldsOf(fieldsOf(entry.data).child);
        return isText(id) ? [id] : [];
      }),
    );
    for (const source of this.#sources) source.onSession?.(ctx);
    this.#lookSoon(0);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#dialogs.close();
    this.#ctx = null;
  }

  #lookSoon(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#look().catch((error: unknown) => {
        process.stderr.write(`pi-panel: sub-agents cannot be listed: ${errorText(error)}\n`);
      });
    }, inMs).unref();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return this.#lookSoon(LOOK_MS);
    this.#isLooking = true;
    try {
      const ctx = this.#ctx;
      const known = (await Promise.all(this.#sources.map((source) => source.list()))).flat();
      if (!ctx || ctx !== this.#ctx) return;
      // The panel reads the session again when it hears that one has ended.
      for (const one of known) this.#store(one);
      this.#report(ctx, known);
      this.#dialogs.update(ctx, known);
      if (known.some(({ child }) => child.state === 'running')) this.#lookSoon(LOOK_MS);
    } finally {
      this.#isLooking = false;
    }
  }

  #report(ctx: ExtensionContext, known: readonly KnownChild[]): void {
    const children = known.slice(-MAX_CHILDREN).map(({ child }) => shortened(child));
    const now = JSON.stringify(children);
    if (now === this.#sent) return;
    this.#sent = now;
    this.#senderFor(ctx)({ type: 'children', children });
  }

  /** pi's own entry for usage would count it as the session's own, in whose model it was not. */
  #store({ child: { id, name, state }, spent, session }: KnownChild): void {
    if (state === 'running' || !spent || tokensIn({ ...spent.usage }) === null || this.#stored.has(id))
      return;
    this.#stored.add(id);
    const { model, usage } = spent;
    const child = { id, name, model, usage, ...(session !== undefined && { session }) };
    this.#pi.appendEntry(CHANNEL, { child } satisfies CompanionEntry);
  }
}

function shortened(child: LiveChild): LiveChild {
  const [task, last, failure] = [child.task, child.last, child.failure].map((text) =>
    cutText(text, MAX_TEXT),
  );
  const { question } = child;
  return {
    ...child,
    ...{ task: task!, last: last!, failure: failure! },
    ...(question !== undefined && { question: cutText(question, MAX_TEXT) }),
  };
}
