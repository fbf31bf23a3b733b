// The page's colours for what cannot read CSS: Monaco and xterm want hex, the tokens are oklch in light-dark().

export type Hex = `#${string}`;

/**
 * What the custom properties come to for this element at this moment, each as `#rrggbb` or `#rrggbbaa`.
 * Names without `--`. Throws for a name that is no colour: a token was renamed.
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

/** A drawn pixel is the one conversion that every browser does alike: what `fillStyle` reads back as is not. */
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
