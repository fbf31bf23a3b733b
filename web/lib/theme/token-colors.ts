// Converts the page's colour tokens, oklch in light-dark(), to hex for Monaco and xterm, which cannot read CSS.

export type Hex = `#${string}`;

/**
 * The current values of custom properties for this element, as `#rrggbb` or `#rrggbbaa`. Names are without `--`.
 * Throws for an unknown name: then a token was renamed.
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
        throw new Error(`no colour is named --${name}`);
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

/** Drawing a pixel is the only conversion that works the same in every browser; reading `fillStyle` back does not. */
function canvasOf(width: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas to convert colours with');
  return context;
}

function hexOf(rgba: Uint8ClampedArray): Hex {
  const [red, green, blue, alpha = 255] = rgba;
  const shown = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha];
  return `#${shown.map((value = 0) => value.toString(16).padStart(2, '0')).join('')}`;
}
