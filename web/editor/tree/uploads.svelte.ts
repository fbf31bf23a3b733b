// Uploads files from the user's machine to the workspace, one after the other. At the end it asks what to do about
// names that already exist.
import { plural, t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { StartedUpload, UploadedPart } from '../../../shared/files.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { folderOf, nameOf } from '../../lib/format/workspace-path.ts';
import type { DroppedFile } from './dropped-files.ts';
import type { FileTree } from './file-tree.svelte.ts';

/** The size of a part, which is below the 10 MiB that the server accepts in one request. */
const PART_BYTES = 8 * 1024 * 1024;

export interface Conflict {
  /** The path of the first file. */
  path: string;
  count: number;
  resolve: (answer: 'replace' | 'both') => void;
}

/** Where files are uploaded to, also while the page shows another workspace. */
export interface UploadTarget {
  tree: Pick<FileTree, 'agent' | 'read' | 'open'>;
  folder: string;
}

export interface UploadsOptions {
  /** Asks the user what to do with files that already exist. They are uploaded only after `resolve`. */
  onconflict: (conflict: Conflict) => void;
  notify: (kind: 'info' | 'error', message: string) => void;
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

  /** Uploads files after all earlier uploads. */
  add(files: readonly DroppedFile[], to: UploadTarget): Promise<void> {
    const { folder } = to;
    const placed = files.map(({ path, file }) => ({
      path: folder === '' ? path : `${folder}/${path}`,
      file,
    }));
    return (this.#last = this.#last.then(() => this.#sendAll(placed, to, 'ask')));
  }

  cancel(): void {
    this.#stop.abort();
  }

  async #sendAll(
    files: readonly DroppedFile[],
    to: UploadTarget,
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
          ? this.#sendBeside({ path, file }, to, report)
          : this.#send({ path, file, replace: names === 'replace' }, to, report));
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
    if (done > 0) {
      void to.tree.read(to.folder);
      if (to.folder !== '') to.tree.open(to.folder);
      this.#options.notify('info', plural(done, ['Uploaded one file.', 'Uploaded {count} files.']));
    }
    const [first] = existing;
    if (!first) return;
    this.#options.onconflict({
      path: first.path,
      count: existing.length,
      resolve: (answer) => void (this.#last = this.#last.then(() => this.#sendAll(existing, to, answer))),
    });
  }

  async #send(
    { path, file, replace = false }: DroppedFile & { replace?: boolean },
    { tree }: UploadTarget,
    report: (share: number) => void,
  ): Promise<void> {
    const { api, path: agent } = tree.agent;
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
  async #sendBeside(
    { path, file }: DroppedFile,
    to: UploadTarget,
    report: (share: number) => void,
  ): Promise<void> {
    for (let n = 2; ; n++) {
      try {
        return await this.#send({ path: numberedPath(path, n), file }, to, report);
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
