// The table of the views that show a file other than as text. A new kind is one row and one component; its code is
// fetched when a file of this kind is first shown.
import { extensionOf } from '../lib/format/image-type.ts';
import type { Viewer } from './view.ts';

export const VIEWERS: readonly Viewer[] = [
  {
    kind: 'markdown',
    extensions: ['md', 'markdown', 'mdx'],
    isText: true,
    canBeHuge: false,
    load: () => import('./markdown/MarkdownView.svelte'),
  },
  {
    kind: 'drawing',
    extensions: ['svg'],
    isText: true,
    canBeHuge: true,
    load: () => import('./image/ImageView.svelte'),
  },
  {
    kind: 'table',
    extensions: ['csv', 'tsv', 'tab'],
    isText: true,
    canBeHuge: true,
    load: () => import('./table/TableView.svelte'),
  },
  {
    kind: 'json',
    extensions: ['json', 'jsonc', 'jsonl', 'ndjson', 'geojson', 'har', 'webmanifest'],
    isText: true,
    canBeHuge: true,
    load: () => import('./json/JsonView.svelte'),
  },
  {
    kind: 'notebook',
    extensions: ['ipynb'],
    isText: true,
    canBeHuge: true,
    load: () => import('./notebook/NotebookView.svelte'),
  },
  {
    kind: 'image',
    extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'ico'],
    isText: false,
    canBeHuge: true,
    load: () => import('./image/ImageView.svelte'),
  },
  {
    kind: 'pdf',
    extensions: ['pdf'],
    isText: false,
    canBeHuge: true,
    load: () => import('./pdf/PdfView.svelte'),
  },
  {
    kind: 'audio',
    extensions: ['mp3', 'm4a', 'aac', 'flac', 'wav', 'ogg', 'oga', 'opus', 'weba'],
    isText: false,
    canBeHuge: true,
    load: () => import('./media/MediaView.svelte'),
  },
  {
    kind: 'video',
    extensions: ['mp4', 'm4v', 'webm', 'ogv', 'mov'],
    isText: false,
    canBeHuge: true,
    load: () => import('./media/MediaView.svelte'),
  },
  {
    kind: 'font',
    extensions: ['woff2', 'woff', 'ttf', 'otf'],
    isText: false,
    canBeHuge: true,
    load: () => import('./font/FontView.svelte'),
  },
];

/** Returns null if the file is shown only as text, or not at all. */
export function viewerOf(path: string): Viewer | null {
  const extension = extensionOf(path);
  return VIEWERS.find(({ extensions }) => extensions.includes(extension)) ?? null;
}

/** Whether the editor first shows the text of the file, rather than another view of it. */
export function opensAsText(path: string): boolean {
  return viewerOf(path)?.isText ?? true;
}
