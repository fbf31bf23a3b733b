// Loads xterm and its font, and opens a screen.
import { loadCodeFont } from '../../lib/code-font.ts';
import type { Screen, ScreenOptions } from './screen.svelte.ts';

export async function openScreen(options: ScreenOptions): Promise<Screen> {
  const [{ Screen }] = await Promise.all([import('./screen.svelte.ts'), loadCodeFont(options.host)]);
  return new Screen(options);
}
