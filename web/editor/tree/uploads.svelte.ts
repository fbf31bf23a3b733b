// Uploads files from the user's machine to the workspace, one after the other. At the end it asks what to do about
// names that already exist.
import { plural, t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { StartedUpload, UploadedPart } from '../../../shared/files.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { FileAccess } from '../file/file-route.ts';
import { folderOf, nameOf } from '../../lib/format/workspace-path.ts';
import type { DroppedFile } from './dropped-files.ts';

/** The size of a part, which is below the 10 MiB that the server accepts in one request. */
const PART_BYTES = 8 * 1024 * 1024;

export interface Conflict {
  /** The path of the first file. */
  path: string;
  count: number;
  resolve: (answer: 'replace' | 'both') => void;
}

export interface UploadsOptions {
  agent: () => FileAccess;
  /** Asks the user what to do with files that already exist. They are uploaded only after `resolve`. */
  onconflict: (conflict: Conflict) => void;
  notify: (kind: 'info' | 'error', message: string) => void;
  /** Called when at least one file was uploaded into this folder. */
  ondone: (folder: string) => void;
}

export class Uploads {
  readonly #options: UploadsOptions;
  /** Null while nothing is being uploaded. */
  progress = $state.raw<{ name: string; at: number; count: number; share: number } | null>(null);
  #last: Promise<void> = Promise.resolve();
  #stop = new AbortController();

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** Uploads files into `folder` after all earlier uploads. */
  add(files: readonly DroppedFile[], folder: string): Promise<void> {
    const placed = files.map(({ path, file }) => ({
      path: folder === '' ? path : `${folder}/${path}`,
      file,
    }));
    return (this.#last = this.#last.then(() => this.#sendAll(placed, folder, 'ask')));
  }

  cancel(): void {
    this.#stop.abort();
  }

  async #sendAll(
    files: readonly DroppedFile[],
    folder: string,
    names: 'ask' | 'replace' | 'both',
  ): Promise<void> {
    this.#stop = new AbortController();
    const existing: DroppedFile[] = [];
    let done = 0;
    for (const [at, { path, file }] of files.entries()) {
      if (this.#stop.signal.aborted) break;
      const report = (share: number): void => {
        this.progress = { name: nameOf(path), at: at + 1, count: files.length, share };
      };
      report(0);
      try {
        await (names === 'both'
          ? this.#sendBeside(path, file, report)
          : this.#send({ path, file }, names === 'replace', report));
        done += 1;
      } catch (error) {
        if (this.#stop.signal.aborted) break;
        if (error instanceof ApiError && error.code === 'exists') existing.push({ path, file });
        else
          this.#options.notify(
            'error',
            t("{path} wasn't uploaded: {reason}", { path, reason: errorText(error) }),
          );
      }
    }
    this.progress = null;
    if (done > 0) this.#options.ondone(folder);
    if (done > 0)
      this.#options.notify('info', plural(done, ['Uploaded one file.', 'Uploaded {count} files.']));
    const [first] = existing;
    if (!first) return;
    this.#options.onconflict({
      path: first.path,
      count: existing.length,
      resolve: (answer) => void (this.#last = this.#last.then(() => this.#sendAll(existing, folder, answer))),
    });
  }

  async #send({ path, file }: DroppedFile, replace: boolean, report: (share: number) => void): Promise<void> {
    const { api, path: agent } = this.#options.agent();
    const { signal } = this.#stop;
    const body = { path, ...(replace && { replace }) };
    const { upload } = await api.json<StartedUpload>(`${agent}/uploads`, { method: 'POST', body, signal });
    const route = `${agent}/uploads/${upload}`;
    try {
      for (let from = 0; from < file.size;) {
        const part = new Uint8Array(await file.slice(from, from + PART_BYTES).arrayBuffer());
        const sent = await api.json<UploadedPart>(`${route}?from=${from}`, {
          method: 'PUT',
          body: part,
          signal,
        });
        from = sent.received;
        report(from / file.size);
      }
      await api.fetch(route, { method: 'POST', body: { finish: true } });
    } catch (error) {
      await api.fetch(route, { method: 'DELETE' }).catch(() => undefined);
      throw error;
    }
  }

  /** Uploads a file under the first free name: `a 2.txt`, `a 3.txt` and so on. */
  async #sendBeside(path: string, file: File, report: (share: number) => void): Promise<void> {
    for (let n = 2; ; n++) {
      try {
        return await this.#send({ path: numberedPath(path, n), file }, false, report);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'exists')) throw error;
      }
    }
  }
}

export function numberedPath(path: string, n: number): string {
  const [folder, name] = [folderOf(path), nameOf(path)];
  const dot = name.lastIndexOf('.');
  const numbered = dot > 0 ? `${name.slice(0, dot)} ${n}${name.slice(dot)}` : `${name} ${n}`;
  return folder === '' ? numbered : `${folder}/${numbered}`;
}
