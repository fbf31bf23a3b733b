// Accepts files and paths that the user drops anywhere on the chat.
import type { Attachment } from 'svelte/attachments';
import { draggedPath, hasDraggedPath } from '../state/workbench/composer-port.ts';

export interface ChatDropOptions {
  /** Called when something that can be dropped enters or leaves the chat. */
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
