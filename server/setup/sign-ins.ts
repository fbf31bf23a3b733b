// The sign-ins under way and the last ones that ended. A page polls one of them. User input is passed on to pi and not
// stored.
import { randomUUID } from 'node:crypto';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { SetupReport } from '../../shared/setup-protocol.ts';
import type { SignIn, SignInKind } from '../../shared/setup.ts';
import { LongPoll } from '../lib/long-poll.ts';
import type { SetupPi } from './setup-pi.ts';

/** How long a sign-in is kept if no page polls it. */
const FORGET_AFTER_MS = 15 * 60_000;
const MAX_SIGN_INS = 20;
/** Texts shorter than this are not secrets, and would occur in unrelated places. */
const MIN_SECRET = 6;

interface NewSignIn {
  pi: SetupPi;
  provider: string;
  kind: SignInKind;
  /** Answers the first question for a secret. */
  key?: string | undefined;
  /** Called once pi has the credentials. */
  onDone: () => Promise<void>;
}

interface Flow {
  shown: SignIn;
  pi: SetupPi;
  key: string | undefined;
  secrets: string[];
  changes: LongPoll;
  timer: NodeJS.Timeout;
}

export class SignIns {
  readonly #flows = new Map<string, Flow>();

  start({ pi, provider, kind, key, onDone }: NewSignIn): SignIn {
    // pi would make the second sign-in wait for the first, which nobody may be looking at (in pi 0.87.1).
    for (const { shown } of this.#flows.values())
      if (shown.provider === provider && shown.state === 'running')
        void this.cancel(shown.id).catch(() => undefined);
    const id = randomUUID();
    const flow: Flow = {
      shown: { id, provider, kind, state: 'running', version: 1, notes: [], prompt: null, error: null },
      pi,
      key,
      secrets: [],
      changes: new LongPoll(),
      timer: setTimeout(() => this.#forget(id), FORGET_AFTER_MS).unref(),
    };
    this.#flows.set(id, flow);
    for (const old of [...this.#flows.keys()].slice(0, -MAX_SIGN_INS)) this.#forget(old);
    const run = async (): Promise<void> => {
      await pi.ask(
        { ask: 'sign_in', provider, kind },
        { n: id, onReport: (report) => this.#onReport(flow, report) },
      );
      await onDone();
    };
    run().then(
      () => this.#change(flow, { state: 'done', prompt: null }),
      (error: unknown) => this.#fail(flow, error),
    );
    return flow.shown;
  }

  /** Resolves at the next change after version `after`, or after a while without one. Throws a Refusal 404. */
  async poll(id: string, after = 0): Promise<SignIn> {
    const flow = this.#get(id);
    flow.timer.refresh();
    if (flow.shown.version <= after && flow.shown.state === 'running') await flow.changes.wait();
    return flow.shown;
  }

  /** Answers pi's question. Throws a Refusal: 404, or 409 if pi no longer asks it. */
  async enter(id: string, prompt: number, value: string): Promise<void> {
    const flow = this.#get(id);
    if (flow.shown.prompt?.id !== prompt)
      throw new Refusal(409, 'not_asked', 'pi no longer asks this. Look at its current question.');
    await this.#enter(flow, prompt, value);
  }

  /** Cancels a sign-in. Throws a Refusal 404. */
  async cancel(id: string): Promise<void> {
    const flow = this.#get(id);
    if (flow.shown.state !== 'running') return;
    this.#change(flow, { state: 'cancelled', prompt: null });
    await flow.pi.ask({ ask: 'cancel', of: id });
  }

  get isBusy(): boolean {
    return [...this.#flows.values()].some(({ shown }) => shown.state === 'running');
  }

  close(): void {
    for (const id of [...this.#flows.keys()]) this.#forget(id);
  }

  #onReport(flow: Flow, report: Exclude<SetupReport, { type: 'loaded' }>): void {
    const { notes, prompt } = flow.shown;
    if (report.type === 'note') this.#change(flow, { notes: [...notes, report.note] });
    else if (report.type === 'withdrawn' && prompt?.id === report.id) this.#change(flow, { prompt: null });
    else if (report.type === 'prompt') {
      const { key } = flow;
      flow.key = undefined;
      if (key !== undefined && report.prompt.type === 'secret')
        this.#enter(flow, report.id, key).catch((error: unknown) => {
          this.#fail(flow, error);
          // pi still waits for the key.
          this.#cancelInPi(flow);
        });
      else this.#change(flow, { prompt: { ...report.prompt, id: report.id } });
    }
  }

  async #enter(flow: Flow, prompt: number, value: string): Promise<void> {
    flow.secrets.push(value);
    this.#change(flow, { prompt: null });
    await flow.pi.ask({ ask: 'enter', of: flow.shown.id, prompt, value });
  }

  #fail(flow: Flow, error: unknown): void {
    if (flow.shown.state !== 'running') return;
    const why = withoutSecrets(errorText(error), flow.secrets);
    this.#change(flow, { state: 'failed', prompt: null, error: why });
  }

  /** It does not matter if pi has ended, because then its sign-in has, too. */
  #cancelInPi({ pi, shown }: Flow): void {
    pi.ask({ ask: 'cancel', of: shown.id }).catch(() => undefined);
  }

  #change(flow: Flow, change: Partial<SignIn>): void {
    flow.shown = { ...flow.shown, ...change, version: flow.shown.version + 1 };
    flow.changes.onChange();
  }

  #get(id: string): Flow {
    const flow = this.#flows.get(id);
    if (flow) return flow;
    throw new Refusal(404, 'unknown_sign_in', 'This sign-in is over: start it again.');
  }

  #forget(id: string): void {
    const flow = this.#flows.get(id);
    if (!flow) return;
    clearTimeout(flow.timer);
    this.#flows.delete(id);
    if (flow.shown.state === 'running') this.#cancelInPi(flow);
  }
}

/** Removes what the user entered, because a provider may repeat the key that it refuses. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => secret.trim())
    .filter(({ length }) => length >= MIN_SECRET)
    .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
