// Lays out the page as two CSS grids: the frame, and the work area inside it. Pure: computes each `grid-template` from
// the open regions and their sizes. The elements stay the same in every layout, so that turning a phone loses nothing.
import type { LayoutMode } from '../../lib/breakpoints.ts';

export interface OpenSlots {
  rail: boolean;
  center: boolean;
  below: boolean;
}

export interface Size {
  /** px */
  initial: number;
  min: number;
  max: number;
}

export const SIZES = {
  rail: { initial: 240, min: 160, max: 480 },
  chat: { initial: 480, min: 360, max: 1200 },
  terminal: { initial: 280, min: 96, max: 900 },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof SIZES;

/** The width of the chat beside an editor, in a window with room for both. */
const ROOMY_CHAT = 600;

/**
 * Returns the stored size, clamped to its bounds, because it may be from a larger window or an older version.
 * `isRoomy`: whether the window has room for an editor and a wide chat.
 */
export function sizeOf(
  name: SizeName,
  remembered: Readonly<Record<string, number>>,
  isRoomy = false,
): number {
  const { initial, min, max } = SIZES[name];
  const size = remembered[name];
  if (size === undefined && name === 'chat' && isRoomy) return ROOMY_CHAT;
  return size === undefined || !Number.isFinite(size) ? initial : Math.min(max, Math.max(min, size));
}

export interface Templates {
  /** The `grid-template` of the whole page. */
  frame: string;
  /** The `grid-template` of the work area; a narrow page has no inner grid. */
  work: string;
}

interface Arrangement {
  mode: LayoutMode;
  /** The position of the tabs on a narrow page. */
  tabs: 'below' | 'beside';
  /** Whether the status bar shows nothing but the agent's status. */
  isQuiet: boolean;
  open: OpenSlots;
  /** Whether the window has room for an editor and a wide chat. */
  isRoomy?: boolean;
  /** The stored sizes in px. Regions that are missing have their initial size. */
  sizes: Readonly<Record<string, number>>;
}

export function gridTemplates({ mode, tabs, isQuiet, open, isRoomy = false, sizes }: Arrangement): Templates {
  if (mode === 'narrow') return { frame: narrowTemplate(tabs, isQuiet), work: 'none' };
  return { frame: frameTemplate(mode, open.rail, sizes), work: workTemplate(open, sizes, isRoomy) };
}

/**
 * Returns the template of a narrow page. Like the others, it has a row for a notice about the whole page, which is empty
 * most of the time. A phone has a row for the status bar only while there is something to show.
 * Otherwise the status is part of the bar.
 */
function narrowTemplate(tabs: 'below' | 'beside', isQuiet: boolean): string {
  if (tabs === 'beside')
    return rows(
      ['"bar bar" auto', '"notice notice" auto', '"tabs main" minmax(0, 1fr)', '"status status" auto'],
      '64px minmax(0, 1fr)',
    );
  return rows(
    [
      isQuiet ? '"status bar bell" auto' : '"bar bar bell" auto',
      '"notice notice notice" auto',
      '"main main main" minmax(0, 1fr)',
      ...(isQuiet ? [] : ['"status status status" auto']),
      '"tabs tabs tabs" auto',
    ],
    'auto minmax(0, 1fr) auto',
  );
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
    [
      `"${all('bar')}" 40px`,
      `"${all('notice')}" auto`,
      `"${names.join(' ')}" minmax(0, 1fr)`,
      `"${all('status')}" 24px`,
    ],
    widths,
  );
}

/**
 * Returns the template of the work area: the editor beside the chat, and the terminal below both, so that the chat keeps
 * its width when the terminal opens.
 */
function workTemplate(
  open: OpenSlots,
  remembered: Readonly<Record<string, number>>,
  isRoomy: boolean,
): string {
  const chat = `min(${sizeOf('chat', remembered, isRoomy)}px, 48vw)`;
  const columns = open.center
    ? ['center minmax(0, 1fr)', 'chat-edge 1px', `chat ${chat}`]
    : ['chat minmax(0, 1fr)'];
  const { names, widths } = split(columns);
  const all = (name: string): string => names.map(() => name).join(' ');
  const terminal = `min(${sizeOf('terminal', remembered)}px, 60vh)`;
  return rows(
    [
      `"${names.join(' ')}" minmax(0, 1fr)`,
      ...(open.below ? [`"${all('terminal-edge')}" 1px`, `"${all('below')}" ${terminal}`] : []),
    ],
    widths,
  );
}

/** Splits columns of the form `NAME WIDTH`. */
function split(columns: string[]): { names: string[]; widths: string } {
  const names = columns.map((column) => column.slice(0, column.indexOf(' ')));
  return { names, widths: columns.map((column) => column.slice(column.indexOf(' ') + 1)).join(' ') };
}

function rows(lines: string[], columns: string): string {
  return `${lines.join(' ')} / ${columns}`;
}
