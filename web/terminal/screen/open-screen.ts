// Loads xterm and its font, and opens a screen. Resolves to null if its host was removed from the page in the meantime.
import { loadCodeFont } from '../../lib/theme/code-font.ts';
import type { Screen, ScreenOptions } from './screen.svelte.ts';

export async function openScreen(options: ScreenOptions): Promise<Screen | null> {
  const [{ Screen }] = await Promise.all([import('./screen.svelte.ts'), loadCodeFont(options.host)]);
  return options.host.isConnected ? new Screen(options) : null;
}
