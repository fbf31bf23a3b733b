// The call of a tool in one line, in the words that a conversation has for it.
import { t, type Text } from '../../language/text.ts';

const VERBS: ReadonlyMap<string, Text> = new Map([
  ['bash', 'Run'],
  ['read', 'Read##tool'],
  ['edit', 'Edit##tool'],
  ['write', 'Write##tool'],
  ['grep', 'Search'],
  ['find', 'Find##tool'],
  ['ls', 'List##tool'],
]);

/** Replaces the name of one of pi's tools with its verb. Another tool has its own name. */
export function toolLine(name: string, target: string): string {
  const verb = VERBS.get(name);
  return [verb ? t(verb) : name, target].filter(Boolean).join(' ');
}
