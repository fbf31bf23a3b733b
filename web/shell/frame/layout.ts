// Where the regions stand, as one CSS grid. Pure: what is open and how large in, `grid-template` out.
// The elements stay the same in every layout, so that turning a phone loses nothing.

/** Below 1100 px the rail is icons; below 700 px one region at a time. */
export type LayoutMode = 'wide' | 'middle' | 'narrow';

export interface Open {
  rail: boolean;
  editor: boolean;
  terminal: boolean;
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

/** What is remembered may come from a larger window or an older version. */
export function sizeOf(name: SizeName, remembered: Readonly<Record<string, number>>): number {
  const { initial, least, most } = SIZES[name];
  const size = remembered[name];
  return size === undefined || !Number.isFinite(size) ? initial : Math.min(most, Math.max(least, size));
}

/**
 * The centre belongs to editor and terminal, one above the other, each with all of it when the other is closed.
 * With neither, the chat has the room.
 */
export function gridTemplate(
  mode: LayoutMode,
  open: Open,
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
  const hasCentre = open.editor || open.terminal;
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
      ...(open.editor || !open.terminal ? [`"${fill('editor')}" minmax(0, 1fr)`] : []),
      ...(open.editor && open.terminal ? [`"${fill('terminal-edge')}" 1px`] : []),
      ...(open.terminal ? [`"${fill('terminal')}" ${open.editor ? terminal : 'minmax(0, 1fr)'}`] : []),
      `"${all('status')}" 24px`,
    ],
    columns.map((column) => column.slice(column.indexOf(' ') + 1)).join(' '),
  );
}

function rows(lines: string[], columns: string): string {
  return `${lines.join(' ')} / ${columns}`;
}
