// The table of the views that show a file other than as text. A new kind is one row and one component; its code is
// fetched when a file of this kind is first shown.
import { extensionOf } from '../lib/format/image-type.ts';
import type { Viewer } from './view.ts';

export const VIEWERS: readonly Viewer[] = [
  {
    kind: 'markdown',
    extensions: ['md', 'markdown', 'mdx'],
    isFirst: false,
    isText: true,
    canBeHuge: false,
    load: () => import('./markdown/MarkdownView.svelte'),
  },
  {
    kind: 'drawing',
    extensions: ['svg'],
    isFirst: false,
    isText: true,
    canBeHuge: true,
    load: () => import('./image/ImageView.svelte'),
  },
  {
    kind: 'table',
    extensions: ['csv', 'tsv', 'tab'],
    isFirst: true,
    isText: true,
    canBeHuge: true,
    load: () => import('./table/TableView.svelte'),
  },
  {
    kind: 'json',
    extensions: ['json', 'jsonc', 'jsonl', 'ndjson', 'geojson', 'har', 'webmanifest'],
    isFirst: false,
    isText: true,
    canBeHuge: true,
    load: () => import('./json/JsonView.svelte'),
  },
  {
    kind: 'notebook',
    extensions: ['ipynb'],
    isFirst: true,
    isText: true,
    canBeHuge: true,
    load: () => import('./notebook/NotebookView.svelte'),
  },
  {
    kind: 'image',
    extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'ico'],
    isFirst: true,
    isText: false,
    canBeHuge: true,
    load: () => import('./image/ImageView.svelte'),
  },
  {
    kind: 'pdf',
    extensions: ['pdf'],
    isFirst: true,
    isText: false,
    canBeHuge: true,
    load: () => import('./pdf/PdfView.svelte'),
  },
  {
    kind: 'audio',
    extensions: ['mp3', 'm4a', 'aac', 'flac', 'wav', 'ogg', 'oga', 'opus', 'weba'],
    isFirst: true,
    isText: false,
    canBeHuge: true,
    load: () => import('./media/MediaView.svelte'),
  },
  {
    kind: 'video',
    extensions: ['mp4', 'm4v', 'webm', 'ogv', 'mov'],
    isFirst: true,
    isText: false,
    canBeHuge: true,
    load: () => import('./media/MediaView.svelte'),
  },
  {
    kind: 'font',
    extensions: ['woff2', 'woff', 'ttf', 'otf'],
    isFirst: true,
    isText: false,
    canBeHuge: true,
    load: () => import('./font/FontView.svelte'),
  },
];

/**
 * Fetches the code of the file's viewer before it is shown: when the pointer is over the file, and while the file itself
 * is being read.
 */
export function preloadViewer(path: string): void {
  // A failure is reported where the viewer would be.
  viewerOf(path)
    ?.load()
    .catch(() => undefined);
}

/** Returns null if the file is shown only as text, or not at all. */
export function viewerOf(path: string): Viewer | null {
  const extension = extensionOf(path);
  return VIEWERS.find(({ extensions }) => extensions.includes(extension)) ?? null;
}
