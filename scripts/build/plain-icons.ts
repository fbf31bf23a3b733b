// A Vite plugin that replaces each icon of Lucide that the page imports with its outline as one path: a third of the
// code, and one element to create instead of one for each line. It looks the same.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICON = fileURLToPath(new URL('../../web/ui/text/icon.ts', import.meta.url));
const LUCIDE = /[\\/]@lucide[\\/]svelte[\\/]dist[\\/]icons[\\/][\w-]+\.js$/;
const COMPONENT = /from "(.+\.svelte)"/;
const DATA = /^const iconData = (\{.*\});$/m;

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    async load(id) {
      if (!LUCIDE.test(id)) return;
      // Old names of an icon lead to the file of the new one.
      const component = path.join(path.dirname(id), found(id, await readFile(id, 'utf8'), COMPONENT));
      const data = found(component, await readFile(component, 'utf8'), DATA);
      const { node } = JSON.parse(data) as { node: Shape[] };
      const outline = node.map(outlineOf).join('');
      return `import { icon } from ${JSON.stringify(ICON)};
export default /* @__PURE__ */ icon(${JSON.stringify(outline)});`;
    },
  };
}

function found(file: string, text: string, pattern: RegExp): string {
  const [, match] = pattern.exec(text) ?? [];
  if (match) return match;
  throw new Error(
    `${file} is not in the form that scripts/build/plain-icons.ts expects: Lucide has changed, adapt the script.`,
  );
}

/**
 * Returns the data of a path that looks like the shape. A fill is left out, because Lucide fills only dots, which their
 * stroke covers.
 */
export function outlineOf([tag, attributes]: Shape): string {
  const number = (name: string): number => Number(attributes[name] ?? 0);
  if (tag === 'path') return fromAnywhere(attributes['d'] ?? '');
  if (tag === 'circle') return ellipse([number('cx'), number('cy')], [number('r'), number('r')]);
  if (tag === 'ellipse') return ellipse([number('cx'), number('cy')], [number('rx'), number('ry')]);
  if (tag === 'line') return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
  if (tag === 'polyline') return `M${attributes['points']}`;
  if (tag === 'polygon') return `M${attributes['points']}Z`;
  if (tag !== 'rect') throw new Error(`An icon has a <${tag}>: scripts/build/plain-icons.ts cannot draw it.`);
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(number) as [number, number, number, number];
  const rx = number('rx') || number('ry');
  const ry = number('ry') || rx;
  if (rx === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (toX: number, toY: number): string => `a${rx} ${ry} 0 0 1 ${toX} ${toY}`;
  const [across, down] = [round(width - 2 * rx), round(height - 2 * ry)];
  return `M${round(x + rx)} ${y}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}z`;
}

function ellipse([cx, cy]: [number, number], [rx, ry]: [number, number]): string {
  const half = (by: number): string => `a${rx} ${ry} 0 1 1 ${round(by)} 0`;
  return `M${round(cx - rx)} ${cy}${half(2 * rx)}${half(-2 * rx)}z`;
}

/**
 * Makes the first move of a path absolute, so that the path can follow another one. At the start `m` is absolute, but
 * behind another path it would be relative. What follows the move stays relative.
 */
function fromAnywhere(d: string): string {
  const [move, x, y] = /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))\s*/.exec(d) ?? [];
  if (!move) return d;
  const rest = d.slice(move.length);
  return `M${x} ${y}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
