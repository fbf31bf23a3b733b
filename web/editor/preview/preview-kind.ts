// The ways in which the editor can show a file besides its text. Pure.
import { extensionOf } from '../../lib/format/image-type.ts';

/** The preview for this file; null: only text. */
export function previewOf(path: string): 'markdown' | 'image' | null {
  if (['md', 'markdown', 'mdx'].includes(extensionOf(path))) return 'markdown';
  return extensionOf(path) === 'svg' ? 'image' : null;
}
