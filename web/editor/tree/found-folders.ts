// Arranges the files that a filter found as the folders of a tree. Pure.
import type { FileEntry, FoundFiles } from '../../../shared/files.ts';
import { t } from '../../language/text.ts';
import { folderOf, nameOf } from '../../lib/format/workspace-path.ts';
import type { Folder } from './tree-rows.ts';

/** How many files are shown. A longer list would not help, because the user then types more of the name instead. */
export const MAX_FOUND = 200;

/** Arranges the files. The folders are in the order of the best match in each. */
export function foundFolders({ files, note }: FoundFiles): Map<string, Folder> {
  const entries = new Map<string, Map<string, FileEntry>>([['', new Map()]]);
  const add = (path: string, type: 'file' | 'dir'): void => {
    const folder = folderOf(path);
    if (!entries.has(folder)) {
      entries.set(folder, new Map());
      add(folder, 'dir');
    }
    // The server reports only the name.
    entries.get(folder)!.set(nameOf(path), { name: nameOf(path), type, size: NaN, mtime: NaN });
  };
  for (const path of files) add(path, 'file');
  return new Map(
    [...entries].map(([path, inner]) => [
      path,
      {
        status: 'loaded',
        entries: [...inner.values()],
        isTruncated: path === '' && files.length >= MAX_FOUND,
        empty: t("No matching files. Files that git ignores aren't searched."),
        note: path === '' ? note : undefined,
      },
    ]),
  );
}
