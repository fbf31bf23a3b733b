import type { FileEntry } from '../../shared/wire.ts';

/** Where a link leads, for people. */
export function linkWords(target: FileEntry['target']): string {
  switch (target) {
    case 'file':
      return 'link to a file';
    case 'dir':
      return 'link to a folder';
    case 'outside':
      return 'link out of the workspace, which cannot be opened';
    case 'missing':
      return 'link to nothing';
    case 'other':
    case undefined:
      return 'link';
  }
}
