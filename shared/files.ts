// The HTTP API's types for the files of a workspace: listing, saving, uploading, deleting, and finding by name.

/** GET /api/agents/:agent/files?path=DIR */
export interface FolderListing {
  entries: FileEntry[];
  /** Set if there are more entries than are listed. */
  truncated?: boolean;
}

export interface FileEntry {
  name: string;
  type: 'file' | 'dir' | 'link' | 'other';
  /** Bytes. */
  size: number;
  /** ms since 1970 */
  mtime: number;
  /** Whether a .gitignore file of the workspace ignores it. */
  ignored?: boolean;
  /** For links: the type of the target. Only a `file` or a `dir` can be opened. */
  target?: 'file' | 'dir' | 'other' | 'outside' | 'missing';
}

/**
 * The codes of a save's 409: what the user has to confirm first. The header `Confirm` with the codes, joined by commas,
 * confirms them.
 */
export type SaveCaution =
  /** A program runs this file later without being asked, as git runs a hook. */
  | 'runs_code'
  /** The file has a second hard link, which would keep the old text. */
  | 'hardlinked'
  /** The file can only be overwritten in place, so a crash during the save would leave half of it. */
  | 'in_place'
  /** The deleted files do not fit into the trash. */
  | 'permanent';

/** POST /api/agents/:agent/uploads `{path, replace?}` */
export interface StartedUpload {
  /** PUT /api/agents/:agent/uploads/:upload?from=N for each part, then POST `{finish:true}`. */
  upload: string;
}

/** PUT /api/agents/:agent/uploads/:upload?from=N */
export interface UploadedPart {
  /** How many bytes have been received; the next part begins there. */
  received: number;
}

/** DELETE /api/agents/:agent/file?path=PATH */
export interface DeletedFile {
  /** POST /api/agents/:agent/trash/:trash `{restore:true}` undoes it; absent when it was deleted for good. */
  trash?: string;
}

/** GET /api/agents/:agent/find?query=TEXT: files of the workspace, best match first, relative paths. */
export interface FoundFiles {
  /** With `folders=1` also folders, with a slash at the end. */
  files: string[];
  /** Names the files that were left out, as a sentence for the user. */
  note?: string;
}

/**
 * GET /api/agents/:agent/file/rows?path=FILE&row=N (or line=N, byte=N, end=1)&count=N: a text file of any size as rows,
 * which are its lines, or pieces of very long lines. Rows are counted only when they are requested. `end` asks for the
 * last rows, which have no numbers until they are counted.
 */
export interface FileRows {
  /** Changes when the file is replaced, shortened or rewritten. */
  version: string;
  /** Bytes. */
  size: number;
  /**
   * How many bytes have been counted so far, and the rows and lines in them. The count is complete when this equals
   * `size`.
   */
  counted: number;
  total: number;
  lines: number;
  /** The number of the first row, from 0; also 0 if it is not known yet. */
  first: number;
  /** Empty if the requested row is not counted yet. Ask again then. */
  rows: FileRow[];
}

export interface FileRow {
  /** Offset of its first byte. */
  at: number;
  /** From 1; 0 if it is not known yet. */
  line: number;
  /** Set if the row continues the line of the row above. */
  isContinued?: true;
  text: string;
}
