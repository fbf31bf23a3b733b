// Drag and drop on the tree. Rows of the tree itself are moved, and files from the user's machine are uploaded.
import type { Attachment } from 'svelte/attachments';
import { draggedPath, hasDraggedPath } from '../../state/workbench/composer-port.ts';

export interface DropOptions {
  /** Returns the folder for the row with this path: the row's own, or the one that contains the file. */
  folderOf: (path: string) => string;
  /** Called with the folder under the pointer; with null when nothing is dragged over the tree. */
  onover: (folder: string | null) => void;
  /** Called when the pointer has rested on a folder for a moment. */
  onrest: (folder: string) => void;
  onmove: (path: string, folder: string) => void;
  onupload: (files: DataTransfer, folder: string) => void;
}

const REST_MS = 700;

export function treeDrop(options: DropOptions): Attachment<HTMLElement> {
  return (element) => {
    let over: string | null = null;
    let resting: ReturnType<typeof setTimeout> | undefined;

    function setOver(folder: string | null): void {
      if (folder === over) return;
      over = folder;
      clearTimeout(resting);
      if (folder) resting = setTimeout(() => options.onrest(folder), REST_MS);
      options.onover(folder);
    }

    function hasFiles({ dataTransfer }: DragEvent): boolean {
      return dataTransfer?.types.includes('Files') ?? false;
    }

    function ondragover(event: DragEvent): void {
      const isMove = hasDraggedPath(event);
      if (!isMove && !hasFiles(event)) return;
      event.preventDefault();
      // Otherwise the drop zone of the composer, which covers the whole page, would accept the files.
      event.stopPropagation();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isMove ? 'move' : 'copy';
      const row = event.target instanceof Element ? event.target.closest('[data-path]') : null;
      setOver(options.folderOf(row?.getAttribute('data-path') ?? ''));
    }

    function ondragleave({ relatedTarget }: DragEvent): void {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(null);
    }

    function ondrop(event: DragEvent): void {
      const folder = over;
      setOver(null);
      if (folder === null || !event.dataTransfer) return;
      event.preventDefault();
      event.stopPropagation();
      if (hasDraggedPath(event)) options.onmove(draggedPath(event).replace(/\/$/, ''), folder);
      else options.onupload(event.dataTransfer, folder);
    }

    const onend = (): void => setOver(null);
    const listeners = { dragover: ondragover, dragleave: ondragleave, drop: ondrop } as const;
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener as EventListener);
    document.addEventListener('dragend', onend);
    return () => {
      clearTimeout(resting);
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
      document.removeEventListener('dragend', onend);
    };
  };
}
