// Lists the files that the user dropped on the tree, including those in dropped folders.

export interface DroppedFile {
  /** Relative to the folder on which the files were dropped. */
  path: string;
  file: File;
}

/**
 * Lists the files. Must be called synchronously in the drop handler, because the browser withholds the entries
 * afterwards.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...files].map((file) => ({ path: file.name, file }));
  const found: DroppedFile[] = [];
  for (const entry of entries) await addFiles(entry, entry.name, found);
  return found;
}

async function addFiles(entry: FileSystemEntry, path: string, found: DroppedFile[]): Promise<void> {
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path, file });
  } else if (entry instanceof FileSystemDirectoryEntry) {
    const reader = entry.createReader();
    // The reader returns up to a hundred entries at a time, and none at the end.
    for (;;) {
      const inner = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (inner.length === 0) return;
      for (const each of inner) await addFiles(each, `${path}/${each.name}`, found);
    }
  }
}
