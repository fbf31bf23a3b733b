// The words on the card of a tool call, and the last lines of its output. An unknown tool is shown with its own name.

import { plural, t } from '../../language/text.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import type { ToolFacts } from '../../../shared/view/registered.ts';

export type ToolKind = 'bash' | 'read' | 'edit' | 'write' | 'grep' | 'find' | 'ls' | 'other';

export interface ToolWords {
  /** `agent`: an agent that a tool started. */
  kind: ToolKind | 'agent';
  verb: string;
  /** A command, a path or a pattern, on one line. */
  target: string;
  /** Shown dimmed after the target. */
  detail: string;
  /** The file that the tool reads or changes, relative to the workspace if it is inside. */
  path?: string;
  /** 1-based. */
  line?: number;
  /** Replaces a shortened `target` in the accessible name. */
  whole?: string;
}

const KINDS = new Set<string>(['bash', 'read', 'edit', 'write', 'grep', 'find', 'ls']);
const LONGEST_TARGET = 400;

type Args = Record<string, unknown>;

/** `args` may be incomplete while they stream. */
export function toolWords(name: string, args: Args, workspace: string): ToolWords {
  const kind: ToolKind = KINDS.has(name) ? (name as ToolKind) : 'other';
  const path = relativePath(textOf(args.path) || textOf(args.file_path), workspace);
  switch (kind) {
    case 'bash': {
      const command = textOf(args.command);
      // pi is already in this folder. The rest stays, because a pipe or an operator changes the meaning of the exit
      // code.
      const target = command.trimStart().replace(`cd ${workspace} && `, '');
      return {
        ...words(kind, t('Run'), { target }),
        whole: words(kind, '', { target: command }).target,
      };
    }
    case 'read':
      return {
        ...words(kind, t('Read##tool'), { target: path + rangeOf(args) }),
        ...placeOf(path, args.offset),
      };
    case 'edit':
      return { ...words(kind, t('Edit##tool'), { target: path }), ...placeOf(path) };
    case 'write':
      return {
        ...words(kind, t('Write##tool'), { target: path, detail: lineCount(textOf(args.content)) }),
        ...placeOf(path),
      };
    case 'grep':
      return words(kind, t('Search'), {
        target: textOf(args.pattern),
        detail: [path, textOf(args.glob)].filter(Boolean).join(' '),
      });
    case 'find':
      return words(kind, t('Find##tool'), { target: textOf(args.pattern), detail: path });
    case 'ls':
      return words(kind, t('List##tool'), { target: path || '.' });
    case 'other':
      return words(kind, name, { target: firstText(args) });
  }
}

/** Adds what the tool of an extension or of an MCP server says about itself. */
export function withFacts(words: ToolWords, facts: ToolFacts | undefined): ToolWords {
  if (!facts) return words;
  const { label, group, isReadOnly, isDestructive } = facts;
  const hints = [
    group !== undefined && !label.startsWith(`${group}/`) && group,
    isReadOnly && t('read only'),
    isDestructive && t('may delete or overwrite data'),
    words.detail,
  ];
  const verb = words.kind === 'other' ? label : words.verb;
  return { ...words, verb, detail: hints.filter(Boolean).join(' · ') };
}

/** Returns the last lines of a text, without the empty line after a final line ending. */
export function lastLines(text: string, count: number): string {
  return text
    .replace(/[\r\n]+$/, '')
    .split('\n')
    .slice(-count)
    .join('\n');
}

/**
 * Returns the output of a failed tool without the paragraph that pi appends about the end of the command (in any
 * version), because the card already shows the exit code or the stop. A paragraph about a time limit stays.
 */
export function failureText(text: string): string {
  return text
    .replace(/\s*(Command exited with code \d+|(Command|Operation) aborted)\s*$/, '')
    .replace(/\n+(Command timed out after [^\n]*)\s*$/, '\n$1');
}

/** Makes a path relative to the workspace if it is inside. pi's tools accept relative and absolute paths. */
export function relativePath(path: string, workspace: string): string {
  if (path === workspace) return '.';
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

function words(
  kind: ToolKind,
  verb: string,
  { target, detail = '' }: { target: string; detail?: string },
): ToolWords {
  const oneLine = target.trim().replace(/\s*\n\s*/g, ' ⏎ ');
  return { kind, verb, target: cutText(oneLine, LONGEST_TARGET), detail };
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
  return plural(count, ['{count} line', '{count} lines']);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function firstText(args: Args): string {
  return textOf(Object.values(args).find((value) => typeof value === 'string' && value !== ''));
}
