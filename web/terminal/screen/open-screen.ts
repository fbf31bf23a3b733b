// Loads xterm and its font, and opens a screen.
import type { Screen, ScreenOptions } from './screen.svelte.ts';

export async function openScreen(options: ScreenOptions): Promise<Screen> {
  // xterm measures its cells once: with a fallback font the columns would stay wrong.
  const [{ Screen }] = await Promise.all([import('./screen.svelte.ts'), loadFont(options.host)]);
  return new Screen(options);
}

function loadFont(host: HTMLElement): Promise<unknown> {
  const family = getComputedStyle(host).getPropertyValue('--mono');
  return Promise.all(['', 'bold '].map((weight) => document.fonts.load(`${weight}12.5px ${family}`)));
}
