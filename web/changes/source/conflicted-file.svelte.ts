// A file in conflict, with what the user has chosen for each of its conflicts.
import type { GitDone, ResolveBody, StageBody } from '../../../shared/git.ts';
import { decodeText, encodeText, type FormattedText } from '../../lib/format/text-format.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { gitOf } from '../../state/agent/git.svelte.ts';
import { joinConflicts, splitConflicts, type ConflictChoice } from '../../ui/conflicts/conflict-parts.ts';

export class ConflictedFile {
  isRead = $state(false);
  /** With conflict markers; null if there is no file, or if it is no text. */
  text = $state<string | null>(null);
  choices = $state.raw<readonly (ConflictChoice | null)[]>([]);
  readonly #agent: Agent;
  readonly #path: string;
  #base: FormattedText | null = null;
  #etag = '';

  constructor(agent: Agent, path: string) {
    this.#agent = agent;
    this.#path = path;
  }

  get count(): number {
    return this.choices.length;
  }

  /** How many conflicts have no choice. */
  get left(): number {
    return this.choices.filter((choice) => choice === null).length;
  }

  async read(): Promise<void> {
    const response = await this.#agent.api.fetch(this.#route).catch((error: unknown) => {
      // One side has deleted it.
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    this.#base = response && decodeText(new Uint8Array(await response.arrayBuffer()));
    this.#etag = response?.headers.get('etag') ?? '';
    this.text = this.#base?.text ?? null;
    const conflicts = splitConflicts(this.text ?? '').filter((part) => 'conflict' in part);
    this.choices = conflicts.map(() => null);
    this.isRead = true;
  }

  choose(conflict: number, choice: ConflictChoice): void {
    this.choices = this.choices.map((one, at) => (at === conflict ? choice : one));
  }

  /** Writes the file with the choices, unless it has changed since, and stages it. Rejects with an ApiError. */
  async resolve(): Promise<void> {
    if (this.#base && this.count > 0) {
      const text = joinConflicts(splitConflicts(this.#base.text), this.choices);
      const response = await this.#agent.api.fetch(this.#route, {
        method: 'PUT',
        headers: { 'if-match': this.#etag },
        body: encodeText(text, this.#base),
      });
      // If git cannot stage it now, the user tries again.
      this.#etag = response.headers.get('etag') ?? '';
    }
    await this.#post('stage', { paths: [this.#path] } satisfies StageBody);
  }

  /** Takes the whole file of one side, which may be none, and stages it. Rejects with an ApiError. */
  async take(side: ResolveBody['side']): Promise<void> {
    await this.#post('resolve', { path: this.#path, side } satisfies ResolveBody);
  }

  get #route(): string {
    return `${this.#agent.path}/file?path=${encodeURIComponent(this.#path)}`;
  }

  async #post(route: string, body: object): Promise<void> {
    const { api, path } = this.#agent;
    const done = await api.json<GitDone>(`${path}/git/${route}`, { method: 'POST', body });
    if (done.state) gitOf(this.#agent).show(done.state);
  }
}
