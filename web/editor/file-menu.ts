// The context menu of a file or folder, and of the workspace itself.
import { t } from '../language/text.ts';
import { chosenEditor, openExternally } from '../lib/browser/external-editors.ts';
import { copyText } from '../lib/browser/clipboard.ts';
import { addToChat } from '../state/workbench/composer-port.ts';
import { openShell } from '../state/workbench/shell-requests.svelte.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import type { MenuItem } from '../ui/lists/menu-item.ts';
import type { TreeEdits } from './tree/tree-edits.svelte.ts';
import { folderOf } from '../lib/format/workspace-path.ts';

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
  /** Asks the user for the new path. */
  onmove: (path: string) => void;
}

/** Returns the menu of this file or folder; null means the workspace. */
export function fileMenu(file: MenuFile | null, options: FileMenuOptions): MenuItem[] {
  const { edits } = options;
  const folder = file === null ? '' : file.isFolder ? file.path : folderOf(file.path);
  const create: MenuItem[] = [
    { label: t('New file'), isSeparated: file !== null, act: () => void edits.startNew(folder, false) },
    { label: t('New folder'), act: () => void edits.startNew(folder, true) },
  ];
  return file === null ? create : itemsOf(file, create, options);
}

function itemsOf(
  { path, isFolder }: MenuFile,
  create: MenuItem[],
  { workspace, workbench, edits, onopen, onmove }: FileMenuOptions,
): MenuItem[] {
  const absolute = `${workspace.replace(/\/+$/, '')}/${path}`;
  const { external: id, pattern } = workbench.editorOptions.now;
  const external = chosenEditor(id, pattern);
  return [
    { label: isFolder ? t('Open or close') : t('Open'), act: onopen },
    { label: t('Add to chat'), act: () => addToChat(workbench, { path: isFolder ? `${path}/` : path }) },
    ...(isFolder
      ? []
      : [{ label: t('Open to the side'), act: () => workbench.showFile(path, { isBeside: true }) }]),
    {
      label: t('Open in {editor}', { editor: external.name }),
      act: () => openExternally(external, absolute),
    },
    ...(isFolder
      ? [{ label: t('Open in shell'), act: () => openShell(workbench, { workspace, folder: absolute }) }]
      : []),
    ...create,
    { label: t('Rename'), keys: 'F2', isSeparated: true, act: () => edits.startRename(path) },
    { label: t('Move…'), act: () => onmove(path) },
    { label: t('Delete'), keys: 'Del', act: () => void edits.delete(path) },
    { label: t('Copy path'), isSeparated: true, act: () => void copyText(absolute) },
    { label: t('Copy relative path'), act: () => void copyText(path) },
  ];
}
