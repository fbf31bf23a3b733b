// The regions as one CSS grid. Pure: takes what is open and how large, returns `grid-template`.
// The elements stay the same in every layout, so that turning a phone loses nothing.
import type { LayoutMode } from '../../lib/breakpoints.ts';

export interface OpenSlots {
  rail: boolean;
  centre: boolean;
  below: boolean;
}

export interface Size {
  /** px */
  initial: number;
  least: number;
  most: number;
}

export const SIZES = {
  rail: { initial: 240, least: 160, most: 480 },
  chat: { initial: 480, least: 340, most: 900 },
  terminal: { initial: 280, least: 96, most: 900 },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof SIZES;

/** The remembered size, within its bounds: it may come from a larger window or an older version. */
export function sizeOf(name: SizeName, remembered: Readonly<Record<string, number>>): number {
  const { initial, least, most } = SIZES[name];
  const size = remembered[name];
  return size === undefined || !Number.isFinite(size) ? initial : Math.min(most, Math.max(least, size));
}

/**
 * Editor and terminal share the centre, one above the other; each takes all of it when the other is closed. With both
 * closed, the chat takes it.
 */
export function gridTemplate(
  mode: LayoutMode,
  open: OpenSlots,
  remembered: Readonly<Record<string, number>>,
): string {
  if (mode === 'narrow')
    return rows(['"bar" auto', '"main" minmax(0, 1fr)', '"status" auto', '"tabs" auto'], '1fr');
  const rail =
    mode === 'middle'
      ? ['strip 40px']
      : open.rail
        ? [`rail ${sizeOf('rail', remembered)}px`, 'rail-edge 1px']
        : [];
  const hasCentre = open.centre || open.below;
  const chat = `min(${sizeOf('chat', remembered)}px, 55vw)`;
  const centre = hasCentre
    ? ['centre minmax(0, 1fr)', 'chat-edge 1px', `chat ${chat}`]
    : ['chat minmax(0, 1fr)'];
  const columns = [...rail, ...centre];
  const names = columns.map((column) => column.split(' ')[0]!);
  const fill = (name: string): string => names.map((own) => (own === 'centre' ? name : own)).join(' ');
  const all = (name: string): string => names.map(() => name).join(' ');
  const terminal = `min(${sizeOf('terminal', remembered)}px, 70vh)`;
  return rows(
    [
      `"${all('bar')}" 36px`,
      ...(open.centre || !open.below ? [`"${fill('centre')}" minmax(0, 1fr)`] : []),
      ...(open.centre && open.below ? [`"${fill('terminal-edge')}" 1px`] : []),
      ...(open.below ? [`"${fill('below')}" ${open.centre ? terminal : 'minmax(0, 1fr)'}`] : []),
      `"${all('status')}" 24px`,
    ],
    columns.map((column) => column.slice(column.indexOf(' ') + 1)).join(' '),
  );
}

function rows(lines: string[], columns: string): string {
  return `${lines.join(' ')} / ${columns}`;
}
