// The items of the context menu of a file or folder.
import { copyText } from '../lib/clipboard.ts';
import { addToChat } from '../state/composer-port.ts';
import type { Workbench } from '../state/workbench.svelte.ts';
import type { MenuItem } from '../ui/menu-item.ts';
import { EXTERNAL_EDITORS, externalAddress } from './external-editors.ts';

interface MenuFile {
  /** Relative to the workspace. */
  path: string;
  isFolder: boolean;
}

interface FileMenuOptions {
  /** Absolute path. */
  workspace: string;
  workbench: Workbench;
  onopen: () => void;
}

export function fileMenu(
  { path, isFolder }: MenuFile,
  { workspace, workbench, onopen }: FileMenuOptions,
): MenuItem[] {
  const absolute = `${workspace.replace(/\/+$/, '')}/${path}`;
  return [
    { label: isFolder ? 'Open or close' : 'Open', act: onopen },
    {
      label: 'Add to chat',
      act: () => addToChat(workbench, { path: isFolder ? `${path}/` : path }),
    },
    { label: 'Copy path', isSeparated: true, act: () => void copyText(absolute) },
    { label: 'Copy relative path', act: () => void copyText(path) },
    ...EXTERNAL_EDITORS.map((editor, at) => ({
      label: `Open in ${editor.name}`,
      isSeparated: at === 0,
      act: () => openAddress(externalAddress(editor, absolute)),
    })),
  ];
}

/** The browser asks the user; the page stays. */
function openAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.click();
}
