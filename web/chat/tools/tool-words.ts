// What a tool call is called on its one line. Tools that nobody here knows keep their own name.

export type ToolKind = 'bash' | 'read' | 'edit' | 'write' | 'grep' | 'find' | 'ls' | 'other';

export interface ToolWords {
  kind: ToolKind;
  verb: string;
  /** A command, a path, a pattern; one line. */
  target: string;
  /** What is said after the target, dimmed. */
  detail: string;
  /** The file it is about, as the tool was told. */
  path?: string;
  /** 1-based. */
  line?: number;
}

const KINDS = new Set<string>(['bash', 'read', 'edit', 'write', 'grep', 'find', 'ls']);
const LONGEST_TARGET = 400;

type Args = Record<string, unknown>;

/** `args` may be incomplete while they stream. */
export function toolWords(name: string, args: Args, workspace: string): ToolWords {
  const kind: ToolKind = KINDS.has(name) ? (name as ToolKind) : 'other';
  const path = relativePath(textOf(args.path) || textOf(args.file_path), workspace);
  switch (kind) {
    case 'bash':
      return words(kind, 'Run', { target: textOf(args.command) });
    case 'read':
      return { ...words(kind, 'Read', { target: path + rangeOf(args) }), ...placeOf(path, args.offset) };
    case 'edit':
      return { ...words(kind, 'Edit', { target: path }), ...placeOf(path) };
    case 'write':
      return {
        ...words(kind, 'Write', { target: path, detail: lineCount(textOf(args.content)) }),
        ...placeOf(path),
      };
    case 'grep':
      return words(kind, 'Search', {
        target: textOf(args.pattern),
        detail: [path, textOf(args.glob)].filter(Boolean).join(' '),
      });
    case 'find':
      return words(kind, 'Find', { target: textOf(args.pattern), detail: path });
    case 'ls':
      return words(kind, 'List', { target: path || '.' });
    case 'other':
      return words(kind, name, { target: firstText(args) });
  }
}

/** Tools that only look: ten of them in a row are one line. */
export function isLook(name: string): boolean {
  return name === 'read';
}

/** As pi's tools are told paths: relative, or absolute within the workspace. */
export function relativePath(path: string, workspace: string): string {
  if (path === workspace) return '.';
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

function words(kind: ToolKind, verb: string, said: { target: string; detail?: string }): ToolWords {
  const { target, detail = '' } = said;
  const oneLine = target.trim().replace(/\s*\n\s*/g, ' ⏎ ');
  return { kind, verb, target: oneLine.slice(0, LONGEST_TARGET), detail };
}

function placeOf(path: string, offset?: unknown): { path?: string; line?: number } {
  if (!path) return {};
  return typeof offset === 'number' ? { path, line: offset } : { path };
}

function rangeOf({ offset, limit }: Args): string {
  if (typeof offset !== 'number' && typeof limit !== 'number') return '';
  const from = typeof offset === 'number' ? offset : 1;
  return typeof limit === 'number' ? `:${from}-${from + limit - 1}` : `:${from}`;
}

function lineCount(text: string): string {
  if (!text) return '';
  const count = text.replace(/\n$/, '').split('\n').length;
  return count === 1 ? '1 line' : `${count} lines`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function firstText(args: Args): string {
  return textOf(Object.values(args).find((value) => typeof value === 'string' && value !== ''));
}
