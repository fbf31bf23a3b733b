// The page as two CSS grids: the frame, and the work inside it. Pure: takes what is open and how large, returns each
// `grid-template`. The elements stay the same in every layout, so that turning a phone loses nothing.
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
  chat: { initial: 480, least: 360, most: 900 },
  terminal: { initial: 280, least: 96, most: 900 },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof SIZES;

/** The remembered size, within its bounds: it may come from a larger window or an older version. */
export function sizeOf(name: SizeName, remembered: Readonly<Record<string, number>>): number {
  const { initial, least, most } = SIZES[name];
  const size = remembered[name];
  return size === undefined || !Number.isFinite(size) ? initial : Math.min(most, Math.max(least, size));
}

export interface Templates {
  /** `grid-template` of the whole page. */
  frame: string;
  /** `grid-template` of the work inside it; a narrow page has no inner grid. */
  work: string;
}

interface Arrangement {
  mode: LayoutMode;
  /** Where a narrow page has its tabs. */
  tabs: 'below' | 'beside';
  open: OpenSlots;
  /** px, by name; missing ones have their initial size. */
  sizes: Readonly<Record<string, number>>;
}

export function gridTemplates({ mode, tabs, open, sizes }: Arrangement): Templates {
  if (mode === 'narrow') return { frame: narrowTemplate(tabs), work: 'none' };
  return { frame: frameTemplate(mode, open.rail, sizes), work: workTemplate(open, sizes) };
}

function narrowTemplate(tabs: 'below' | 'beside'): string {
  return tabs === 'below'
    ? rows(['"bar" auto', '"main" minmax(0, 1fr)', '"status" auto', '"tabs" auto'], 'minmax(0, 1fr)')
    : rows(['"bar bar" auto', '"tabs main" minmax(0, 1fr)', '"status status" auto'], '64px minmax(0, 1fr)');
}

function frameTemplate(
  mode: LayoutMode,
  isRailOpen: boolean,
  remembered: Readonly<Record<string, number>>,
): string {
  const rail = isRailOpen ? [`rail ${sizeOf('rail', remembered)}px`, 'rail-edge 1px'] : [];
  const columns = [...(mode === 'middle' ? ['strip 44px'] : rail), 'work minmax(0, 1fr)'];
  const { names, widths } = split(columns);
  const all = (name: string): string => names.map(() => name).join(' ');
  return rows(
    [`"${all('bar')}" 40px`, `"${names.join(' ')}" minmax(0, 1fr)`, `"${all('status')}" 24px`],
    widths,
  );
}

/**
 * Editor and terminal share the centre, one above the other; each takes all of it when the other is closed. With both
 * closed, the chat takes it.
 */
function workTemplate(open: OpenSlots, remembered: Readonly<Record<string, number>>): string {
  if (!open.centre && !open.below) return rows(['"chat" minmax(0, 1fr)'], 'minmax(0, 1fr)');
  const chat = `min(${sizeOf('chat', remembered)}px, 55vw)`;
  const { names, widths } = split(['centre minmax(0, 1fr)', 'chat-edge 1px', `chat ${chat}`]);
  const fill = (name: string): string => names.map((own) => (own === 'centre' ? name : own)).join(' ');
  const terminal = `min(${sizeOf('terminal', remembered)}px, 70vh)`;
  return rows(
    [
      ...(open.centre ? [`"${fill('centre')}" minmax(0, 1fr)`] : []),
      ...(open.centre && open.below ? [`"${fill('terminal-edge')}" 1px`] : []),
      ...(open.below ? [`"${fill('below')}" ${open.centre ? terminal : 'minmax(0, 1fr)'}`] : []),
    ],
    widths,
  );
}

/** Columns as `NAME WIDTH`. */
function split(columns: string[]): { names: string[]; widths: string } {
  const names = columns.map((column) => column.slice(0, column.indexOf(' ')));
  return { names, widths: columns.map((column) => column.slice(column.indexOf(' ') + 1)).join(' ') };
}

function rows(lines: string[], columns: string): string {
  return `${lines.join(' ')} / ${columns}`;
}
