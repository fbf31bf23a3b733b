// The document without anything in it that the page fills: for HTML that is not a file, such as an output of a notebook.
import { BLANK_QUERY } from '../../shared/frames.ts';

/** Plain tables, as those of data frames are, look like tables. Styles of the HTML itself come later, so they win. */
const STYLE = `body { margin: 0; padding: 4px 12px; overflow-wrap: break-word; font: 13px/1.5 system-ui, sans-serif }
table { border-collapse: collapse } th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid #8884 }`;

interface BlankPlace {
  /** Of the frame. */
  name: string;
  scriptAt: string;
}

/** Returns whether a path with a query within a frame asks for such a document, and in which colors. */
export function askedBlank(target: string): 'light' | 'dark' | null {
  const query = target.split('?')[1];
  if (query === `${BLANK_QUERY}=dark`) return 'dark';
  return query === BLANK_QUERY ? 'light' : null;
}

/** `scriptAt`: the address of the script that fills it, which runs in a static frame by its name. */
export function blankDocument(scheme: 'light' | 'dark', { name, scriptAt }: BlankPlace): string {
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><style>${STYLE}</style><script nonce="${name}" src="${scriptAt}"></script><body>`;
}
