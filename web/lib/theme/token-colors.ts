// Converts the page's color tokens, which use oklch() and light-dark(), to hex for Monaco and xterm, which cannot read
// CSS.

export type Hex = `#${string}`;

/**
 * Returns the current values of custom properties on this element, as `#rrggbb` or `#rrggbbaa`. `names` have no `--`.
 * Throws for an unknown name, so that a renamed token does not go unnoticed.
 */
export function tokenColors<Name extends string>(
  element: Element,
  names: readonly Name[],
): Record<Name, Hex> {
  const context = canvasOf(names.length);
  const probe = element.appendChild(document.createElement('span'));
  try {
    const style = getComputedStyle(probe);
    names.forEach((name, x) => {
      probe.style.color = '';
      probe.style.color = `var(--${name})`;
      if (!getComputedStyle(element).getPropertyValue(`--${name}`))
        throw new Error(`there is no color --${name}`);
      context.fillStyle = style.color;
      context.fillRect(x, 0, 1, 1);
    });
  } finally {
    probe.remove();
  }
  const { data } = context.getImageData(0, 0, names.length, 1);
  const colors = names.map((name, x) => [name, hexOf(data.subarray(4 * x, 4 * x + 4))] as const);
  return Object.fromEntries(colors) as Record<Name, Hex>;
}

/** Only drawing a pixel converts colors in the same way in every browser. Reading `fillStyle` back does not. */
function canvasOf(width: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas to convert colors with');
  return context;
}

function hexOf(rgba: Uint8ClampedArray): Hex {
  const [red, green, blue, alpha = 255] = rgba;
  const shown = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha];
  return `#${shown.map((value = 0) => value.toString(16).padStart(2, '0')).join('')}`;
}
