// The context through which Markdown opens the files that it mentions. A region that shows Markdown provides it.
import { getContext, setContext } from 'svelte';
import type { FilePlace } from './file-place.ts';

export interface FileOpener {
  /** The absolute path of the folder to which paths are relative. */
  workspace: () => string;
  open: (place: FilePlace) => void;
  /** Returns a file, with the media type that its name suggests; absent where images are not shown. */
  read?: (path: string, signal: AbortSignal) => Promise<Blob>;
}

const CONTEXT = Symbol('file opener');

export function setFileOpener(opener: FileOpener): void {
  setContext(CONTEXT, opener);
}

/** Returns undefined where files cannot be opened and paths are plain text. */
export function getFileOpener(): FileOpener | undefined {
  return getContext<FileOpener | undefined>(CONTEXT);
}
