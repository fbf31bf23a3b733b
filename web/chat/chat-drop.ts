// Files and dragged paths that are dropped anywhere on the chat.
import type { Attachment } from 'svelte/attachments';
import { draggedPath, hasDraggedPath } from '../state/workbench/composer-port.ts';

export interface ChatDropOptions {
  /** Something that can be dropped is over the chat, or no longer. */
  onover: (isOver: boolean) => void;
  onpath: (path: string) => void;
  onfiles: (files: File[]) => void;
}

export function chatDrop({ onover, onpath, onfiles }: ChatDropOptions): Attachment<HTMLElement> {
  return (element) => {
    const ending = new AbortController();
    const { signal } = ending;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event) && !hasDraggedPath(event)) return;
      event.preventDefault();
      onover(true);
    };
    const drop = (event: DragEvent): void => {
      onover(false);
      const path = draggedPath(event);
      if (!path && !hasFiles(event)) return;
      event.preventDefault();
      if (path) onpath(path);
      else onfiles([...(event.dataTransfer?.files ?? [])]);
    };
    element.addEventListener('dragover', over, { signal });
    element.addEventListener('drop', drop, { signal });
    element.addEventListener('dragleave', () => onover(false), { signal });
    return () => ending.abort();
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
