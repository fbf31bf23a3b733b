// Decides which files have a preview besides their text. Pure.
import { extensionOf } from '../../lib/format/image-type.ts';

/** Returns the kind of preview for this file; null when it has none. */
export function previewOf(path: string): 'markdown' | 'image' | null {
  if (['md', 'markdown', 'mdx'].includes(extensionOf(path))) return 'markdown';
  return extensionOf(path) === 'svg' ? 'image' : null;
}
