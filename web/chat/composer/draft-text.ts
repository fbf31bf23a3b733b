// What a text in the composer asks for, and how texts are put together without losing one. Pure.
import type { ActionId } from '../../lib/keys.ts';
import { TERMINAL_COMMANDS } from '../../lib/terminal-commands.ts';
import type { SlashCommand } from '../../../shared/pi/commands.ts';

export type Request =
  | { kind: 'message'; text: string }
  /** A command for the person's own shell: `!` with, `!!` without the model seeing it. */
  | { kind: 'bash'; command: string; excludeFromContext: boolean }
  | { kind: 'compact'; instructions: string }
  | { kind: 'new' }
  | { kind: 'name'; name: string }
  /** Something that the page does by itself, or asks more about. */
  | { kind: 'page'; action: ActionId }
  /** A command of pi's terminal interface, which as a prompt would go to the model as text. */
  | { kind: 'elsewhere'; command: string; instead: string };

/** Commands that the page carries out itself, as `get_commands` would list them. */
export const OWN_COMMANDS: readonly (Pick<SlashCommand, 'name' | 'description'> & { source: 'panel' })[] = [
  { name: 'compact', description: 'Summarise what went before, to make room', source: 'panel' },
  { name: 'new', description: 'Start a new session', source: 'panel' },
  { name: 'name', description: 'Name this session', source: 'panel' },
  ...Object.entries(TERMINAL_COMMANDS).flatMap(([name, command]) =>
    'does' in command ? [{ name, description: command.description, source: 'panel' as const }] : [],
  ),
];

/** `known`: names of pi's own commands, templates and skills, which come before everything else. */
export function requestOf(text: string, known: ReadonlySet<string> = new Set()): Request {
  const bash = /^\s*(!{1,2})(?!!)\s*(\S[^]*)$/.exec(text);
  if (bash) return { kind: 'bash', command: bash[2]!.trimEnd(), excludeFromContext: bash[1] === '!!' };
  const slash = /^\/([\w-]+)(?:\s+([^]*))?$/.exec(text.trim());
  if (!slash || known.has(slash[1]!)) return { kind: 'message', text };
  const [, name, rest = ''] = slash as unknown as [string, string, string?];
  if (name === 'compact') return { kind: 'compact', instructions: rest.trim() };
  if (name === 'new') return { kind: 'new' };
  if (name === 'name' && rest.trim()) return { kind: 'name', name: rest.trim() };
  if (name === 'name') return { kind: 'page', action: 'set_session_name' };
  const own = Object.hasOwn(TERMINAL_COMMANDS, name) ? TERMINAL_COMMANDS[name] : undefined;
  if (!own) return { kind: 'message', text };
  if ('does' in own) return { kind: 'page', action: own.does };
  return { kind: 'elsewhere', command: name, instead: own.instead };
}

/** Whether a text begins like a command for the shell, while it is typed. */
export function shellMode(text: string): 'none' | 'shown' | 'hidden' {
  const signs = /^\s*(!{1,2})(?!!)/.exec(text)?.[1];
  if (!signs) return 'none';
  return signs === '!!' ? 'hidden' : 'shown';
}

/** Texts one after the other, each a paragraph of its own; empty ones leave no gap. */
export function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

/** What is left to type when `sent` was accepted meanwhile. */
export function without(sent: string, text: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).replace(/^\s+/, '') : text;
}
