// The context by which Markdown opens the files that it names. A region that shows Markdown provides it.
import { getContext, setContext } from 'svelte';
import type { FilePlace } from './file-place.ts';

export interface FileOpener {
  /** Absolute path of the folder that paths are relative to. */
  workspace: () => string;
  open: (place: FilePlace) => void;
  /** The bytes of a file, with the type that its name suggests; absent where images are not shown. */
  read?: (path: string, signal: AbortSignal) => Promise<Blob>;
}

const CONTEXT = Symbol('file opener');

export function setFileOpener(opener: FileOpener): void {
  setContext(CONTEXT, opener);
}

/** Undefined where files cannot be opened. Paths are plain code there. */
export function getFileOpener(): FileOpener | undefined {
  return getContext<FileOpener | undefined>(CONTEXT);
}
