// The items of the context menu of a file or folder, and of the workspace itself.
import { externalAddress } from '../lib/external-editors.ts';
import { copyText } from '../lib/clipboard.ts';
import { addToChat } from '../state/composer-port.ts';
import type { Workbench } from '../state/workbench.svelte.ts';
import type { MenuItem } from '../ui/menu-item.ts';
import type { TreeEdits } from './tree/tree-edits.svelte.ts';
import { folderOf } from './workspace-path.ts';

interface MenuFile {
  /** Relative to the workspace. */
  path: string;
  isFolder: boolean;
}

interface FileMenuOptions {
  /** Absolute path. */
  workspace: string;
  workbench: Workbench;
  edits: TreeEdits;
  onopen: () => void;
  /** Asks where to. */
  onmove: (path: string) => void;
}

/** `file`: null for the workspace. */
export function fileMenu(file: MenuFile | null, options: FileMenuOptions): MenuItem[] {
  const { edits } = options;
  const folder = file === null ? '' : file.isFolder ? file.path : folderOf(file.path);
  const create: MenuItem[] = [
    { label: 'New file', isSeparated: file !== null, act: () => void edits.startNew(folder, false) },
    { label: 'New folder', act: () => void edits.startNew(folder, true) },
  ];
  return file === null ? create : itemsOf(file, create, options);
}

function itemsOf(
  { path, isFolder }: MenuFile,
  create: MenuItem[],
  { workspace, workbench, edits, onopen, onmove }: FileMenuOptions,
): MenuItem[] {
  const absolute = `${workspace.replace(/\/+$/, '')}/${path}`;
  const { external } = workbench.editorOptions;
  return [
    { label: isFolder ? 'Open or close' : 'Open', act: onopen },
    { label: 'Add to chat', act: () => addToChat(workbench, { path: isFolder ? `${path}/` : path }) },
    ...(isFolder
      ? []
      : [{ label: 'Open to the side', act: () => workbench.showFile(path, { isBeside: true }) }]),
    {
      label: `Open in ${external.name}`,
      act: () => openAddress(externalAddress(external.pattern, absolute)),
    },
    ...create,
    { label: 'Rename', keys: 'F2', isSeparated: true, act: () => edits.startRename(path) },
    { label: 'Move …', act: () => onmove(path) },
    { label: 'Delete', keys: 'Del', act: () => void edits.delete(path) },
    { label: 'Copy path', isSeparated: true, act: () => void copyText(absolute) },
    { label: 'Copy relative path', act: () => void copyText(path) },
  ];
}

/** The browser asks the user; the page stays. */
function openAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noopener noreferrer';
  if (/^https?:/i.test(address)) link.target = '_blank';
  link.click();
}
