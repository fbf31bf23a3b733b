// The files that pi exports for download. Each gets a temporary folder, so that no export stays in the workspace. The
// folder is removed with the download or with the agent.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { ExportReady } from '../../../shared/wire.ts';
import type { PiPort } from '../process/current-pi.ts';
import { addPolicy } from './export-policy.ts';

/** How many exports may wait for their download. Beyond that, the oldest is removed. */
const MAX_WAITING = 4;

export interface Export {
  id: string;
  /** Absolute path of the file to write. It does not exist yet. */
  file: string;
  /** Whether it can be downloaded more than once, because it is also used for something else. */
  isKept?: boolean;
}

interface HtmlExport {
  /** Name of the session file; undefined before pi has saved the session. */
  session: string | undefined;
  pi: Pick<PiPort, 'request'>;
}

export class Exports {
  /** The exports by id, oldest first. */
  readonly #waiting = new Map<string, Export>();

  /** Exports the session as HTML. Without a path, pi would write into its working directory (in any version). */
  async exportHtml({ session, pi }: HtmlExport): Promise<Answer> {
    const { id, file } = await this.create(
      `pi-session-${session?.replace(/\.jsonl$/, '') ?? 'unsaved'}.html`,
    );
    let isWritten = false;
    try {
      const answer = await pi.request({ type: 'export_html', outputPath: file });
      if (!answer.success) return answer;
      await addPolicy(file);
      isWritten = true;
      return { success: true, data: { path: path.basename(file), download: id } satisfies ExportReady };
    } finally {
      if (!isWritten) await this.#remove(id);
    }
  }

  /** `name`: file name of the download. */
  async create(name: string, isKept = false): Promise<Export> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-export-'));
    const created: Export = {
      id: path.basename(folder),
      file: path.join(folder, path.basename(name)),
      isKept,
    };
    this.#waiting.set(created.id, created);
    const [oldest] = this.#waiting.keys();
    if (oldest && this.#waiting.size > MAX_WAITING) await this.#remove(oldest);
    return created;
  }

  /** Returns a kept export. Undefined for an unknown id, and once newer ones have replaced it. */
  find(id: string): Export | undefined {
    const found = this.#waiting.get(id);
    return found?.isKept ? found : undefined;
  }

  /** Returns the bytes, once if the export is not kept: the next call returns undefined, as for an unknown id. */
  openDownload(id: string): { name: string; bytes: ReadableStream<Uint8Array> } | undefined {
    const found = this.#waiting.get(id);
    if (!found) return undefined;
    if (!found.isKept) this.#waiting.delete(id);
    const reading = createReadStream(found.file);
    if (!found.isKept) reading.once('close', () => void removeFolder(found));
    return {
      name: path.basename(found.file),
      bytes: Readable.toWeb(reading) as ReadableStream<Uint8Array>,
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((id) => this.#remove(id)));
  }

  async #remove(id: string): Promise<void> {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (found) await removeFolder(found);
  }
}

function removeFolder({ file }: Export): Promise<void> {
  return rm(path.dirname(file), { recursive: true, force: true });
}
