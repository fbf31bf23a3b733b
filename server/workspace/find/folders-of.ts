// Adds folders to the files that were found for a path that the user is typing.

const MAX_FOLDERS = 5;

/**
 * Returns the files, and the folders around them in which the query ends, with a slash at the end. Folders come first
 * if their paths begin with the query.
 */
export function withFolders(files: readonly string[], query: string, limit: number): string[] {
  const wanted = query.toLowerCase();
  const folders = [...new Set(files.flatMap((file) => folderIn(file, wanted) ?? []))];
  const isFirst = (folder: string): boolean => folder.toLowerCase().startsWith(wanted);
  return [
    ...folders.filter(isFirst).slice(0, MAX_FOLDERS),
    ...files.slice(0, limit),
    ...folders.filter((folder) => !isFirst(folder)).slice(0, MAX_FOLDERS),
  ];
}

/** The shortest folder of the path that contains the query, such as `src/stream/` for `src/str`. */
function folderIn(path: string, query: string): string | undefined {
  const at = query === '' ? -1 : path.toLowerCase().indexOf(query);
  const end = at === -1 ? -1 : path.indexOf('/', at + query.length);
  return end === -1 ? undefined : path.slice(0, end + 1);
}
