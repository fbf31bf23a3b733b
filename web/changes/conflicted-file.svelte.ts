// A file in conflict as it is on disk, and what the user has chosen for each of its conflicts. A save replaces only the
// version that was read.
import { decodeText, encodeText, type FormattedText } from '../lib/format/text-format.ts';
import { ApiError } from '../lib/requests/api.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { ConflictPart } from '../ui/conflicts/conflict-parts.ts';
import { Resolution } from '../ui/conflicts/resolution.svelte.ts';

interface ConflictedFileOptions {
  agent: Pick<Agent, 'api' | 'path'>;
  path: string;
  /** Finds the conflicts in the text of the file, which has "\n" line endings. */
  partsOf: (text: string) => ConflictPart[];
}

export class ConflictedFile {
  isRead = $state(false);
  /** Null if there is no file, or if it is not UTF-8. */
  resolution = $state.raw<Resolution | null>(null);
  readonly #options: ConflictedFileOptions;
  #base = $state.raw<FormattedText | null>(null);
  #etag = '';

  constructor(options: ConflictedFileOptions) {
    this.#options = options;
  }

  /** The text on disk when it was read, with "\n" line endings. */
  get text(): string {
    return this.#base?.text ?? '';
  }

  /** Reads the file, and forgets the choices. Rejects with an ApiError. */
  async read(): Promise<void> {
    const { agent, partsOf } = this.#options;
    const response = await agent.api.fetch(this.#route).catch((error: unknown) => {
      // One side has deleted it.
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    this.#base = response && decodeText(new Uint8Array(await response.arrayBuffer()));
    this.#etag = response?.headers.get('etag') ?? '';
    this.resolution = this.#base && new Resolution(partsOf(this.#base.text));
    this.isRead = true;
  }

  /** Writes the file with the choices, unless it has changed since. Rejects with an ApiError. */
  async save(): Promise<void> {
    const text = this.resolution?.text;
    if (!this.#base || text === undefined || text === this.#base.text) return;
    const response = await this.#options.agent.api.fetch(this.#route, {
      method: 'PUT',
      headers: { 'if-match': this.#etag },
      body: encodeText(text, this.#base),
    });
    // If git cannot stage it now, the user tries again.
    this.#etag = response.headers.get('etag') ?? '';
  }

  get #route(): string {
    const { agent, path } = this.#options;
    return `${agent.path}/file?path=${encodeURIComponent(path)}`;
  }
}
