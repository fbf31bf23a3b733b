// Switches pi to another session. A large session is shown before pi has loaded it. Commands wait until pi has, because
// they are meant for the session that their page shows.
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Session } from '../session/session.ts';

export interface SessionSwitchOptions {
  view: () => View;
  session: Session;
  /** Runs `act` with the path of the session file with this id, which nobody else uses. Rejects with a Refusal. */
  useSession: <T>(id: string, act: (file: string) => Promise<T>) => Promise<T>;
  /** Sends the command to pi, and reads the new session if pi has changed to it. */
  request: (command: PiCommand) => Promise<Answer>;
}

export class SessionSwitch {
  readonly #options: SessionSwitchOptions;
  /** Resolves once pi has the session that the view shows, or stays on the session from before. */
  #loading: Promise<void> | null = null;

  constructor(options: SessionSwitchOptions) {
    this.#options = options;
  }

  run(id: string): Promise<Answer> {
    return this.#options.useSession(id, (file) => this.#switchTo(file));
  }

  async #switchTo(sessionPath: string): Promise<Answer> {
    const { request, session } = this.#options;
    const goBack = await session.shown.showEarly(sessionPath);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (goBack) this.#loading = promise;
    let hasSwitched = false;
    try {
      const answer = await request({ type: 'switch_session', sessionPath });
      hasSwitched = answer.success && !isCancelled(answer);
      return answer;
    } finally {
      if (!hasSwitched) goBack?.();
      this.#loading = null;
      resolve();
    }
  }

  /** Waits until pi has loaded the shown session. Rejects with a Refusal if pi did not change to it. */
  async whenLoaded(): Promise<void> {
    if (!this.#loading) return;
    const shown = this.#shown;
    await this.#loading;
    if (this.#shown !== shown)
      throw new Refusal(409, 'agent_busy', 'pi did not change to the session that the page showed.');
  }

  /** Throws a Refusal if the view shows a session that pi has not loaded. */
  requireLoaded(): void {
    if (this.#loading)
      throw new Refusal(409, 'agent_busy', 'pi is loading the session: try again when it has finished.');
  }

  get #shown(): string | undefined {
    return this.#options.view().session?.id;
  }
}

/** Whether an extension canceled the command. */
export function isCancelled(answer: Extract<Answer, { success: true }>): boolean {
  return (answer.data as { cancelled?: boolean } | undefined)?.cancelled ?? false;
}
