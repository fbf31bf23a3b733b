// Where pi writes what a page is to download: a folder of its own for each export, so that nothing is left in the
// workspace. It goes with the download, and with the agent.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { ExportReady } from '../../../shared/wire.ts';
import type { PiPort } from '../process/current-pi.ts';

/** Nobody downloads more at once; the oldest goes that nobody came for. */
const MAX_WAITING = 4;

export interface Export {
  id: string;
  /** Absolute path of the file to write; it does not exist yet. */
  file: string;
}

interface HtmlExport {
  /** Name of the session file; none is written yet without it. */
  session: string | undefined;
  pi: Pick<PiPort, 'request'>;
}

export class Exports {
  /** By id, the oldest first. */
  readonly #waiting = new Map<string, Export>();

  /** The session as HTML. Left to itself pi writes into the folder that it works in (any version). */
  async html({ session, pi }: HtmlExport): Promise<Answer> {
    const { id, file } = await this.place(`pi-session-${session?.replace(/\.jsonl$/, '') ?? 'unsaved'}.html`);
    let isWritten = false;
    try {
      const answer = await pi.request({ type: 'export_html', outputPath: file });
      isWritten = answer.success;
      if (!answer.success) return answer;
      return { success: true, data: { path: path.basename(file), download: id } satisfies ExportReady };
    } finally {
      if (!isWritten) await this.drop(id);
    }
  }

  /** `name`: of the file that will be downloaded. */
  async place(name: string): Promise<Export> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-export-'));
    const place: Export = { id: path.basename(folder), file: path.join(folder, path.basename(name)) };
    this.#waiting.set(place.id, place);
    const [oldest] = this.#waiting.keys();
    if (oldest && this.#waiting.size > MAX_WAITING) await this.drop(oldest);
    return place;
  }

  /** The bytes, once: whoever comes second finds nothing. Undefined for an unknown id. */
  take(id: string): { name: string; bytes: ReadableStream<Uint8Array> } | undefined {
    const place = this.#waiting.get(id);
    if (!place) return undefined;
    this.#waiting.delete(id);
    const reading = createReadStream(place.file);
    reading.once('close', () => void remove(place));
    return {
      name: path.basename(place.file),
      bytes: Readable.toWeb(reading) as ReadableStream<Uint8Array>,
    };
  }

  async drop(id: string): Promise<void> {
    const place = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (place) await remove(place);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((id) => this.drop(id)));
  }
}

function remove({ file }: Export): Promise<void> {
  return rm(path.dirname(file), { recursive: true, force: true });
}
