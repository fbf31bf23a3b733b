// How text that names a file opens it. The place that shows Markdown says how, once, for everything inside it.
import { getContext, setContext } from 'svelte';
import type { FilePlace } from './file-place.ts';

export interface FileOpener {
  /** Absolute path of the folder that paths are relative to. */
  workspace(): string;
  open(place: FilePlace): void;
}

const CONTEXT = Symbol('file opener');

export function setFileOpener(opener: FileOpener): void {
  setContext(CONTEXT, opener);
}

/** Undefined where nothing can be opened: paths are then plain code. */
export function getFileOpener(): FileOpener | undefined {
  return getContext<FileOpener | undefined>(CONTEXT);
}
