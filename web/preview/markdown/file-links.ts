// Links and images in a Markdown text of a file. Paths are relative to the file's folder.
import { untrack } from 'svelte';
import { setFileOpener } from '../../markdown/links/open-file.ts';
import { folderOf } from '../../lib/format/workspace-path.ts';
import { imageType } from '../../lib/format/image-type.ts';
import { getPanel } from '../../state/panel/panel.svelte.ts';
import { readWhole } from '../read-whole.ts';
import type { ViewProps } from '../view.ts';

/** Call this while the component of the view is created. */
export function setLinksOf({ file, agent }: ViewProps): void {
  const panel = getPanel();
  const inFolder = (path: string): string => {
    const folder = untrack(() => folderOf(file.path));
    return folder === '' || path.startsWith('/') ? path : `${folder}/${path}`;
  };
  setFileOpener({
    workspace: () => `${panel.agent?.view?.workspace ?? ''}/${folderOf(file.path)}`.replace(/\/$/, ''),
    open: ({ path, ...where }) => panel.workbench.showFile(inFolder(path), where),
    read: (path, signal) => readWhole(agent, inFolder(path), { type: imageType(path) ?? '', signal }),
  });
}
