// How the editor can show a file besides its text. Pure.
import { extensionOf } from '../../lib/image-type.ts';

/** What the text of this file can be shown as; null: only as text. */
export function previewOf(path: string): 'markdown' | 'image' | null {
  if (['md', 'markdown', 'mdx'].includes(extensionOf(path))) return 'markdown';
  return extensionOf(path) === 'svg' ? 'image' : null;
}
