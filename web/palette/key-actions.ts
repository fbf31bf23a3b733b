// The actions that a key can be given to, in the order and with the words of the key table.
import fuzzysort from 'fuzzysort';
import type { CommandType } from '../../shared/pi/command-facts.ts';
import { bindings } from '../lib/key-bindings.svelte.ts';
import {
  COMPANION_ACTIONS,
  isCompanionAction,
  isPageAction,
  KEYS,
  type ActionId,
  type PageActionId,
} from '../lib/keys.ts';
import { COMMANDS } from './command-table.ts';
import { COMPANION_ACTS } from './companion-table.ts';

/** Keys of a place, which belong to it and are not changed. */
export const FIXED_KEYS: readonly { words: string; keys: string }[] = [
  { words: 'Send; during a run: steer', keys: 'Enter' },
  { words: 'During a run: the other of Steer and Follow up', keys: 'Alt+Enter' },
  { words: 'A new line', keys: 'Shift+Enter' },
  { words: 'Close or leave the innermost thing', keys: 'Esc' },
];

const PAGE_ACTIONS = Object.keys(KEYS) as PageActionId[];
/** Those that the page has an action of its own for would only stand there twice. */
const TWICE: readonly CommandType[] = ['prompt', 'new_session', 'set_model', 'switch_session'];

const ACTIONS: readonly { id: ActionId; words: string }[] = [
  ...PAGE_ACTIONS.map((id) => ({ id, words: wordsOf(id) })),
  ...(Object.keys(COMMANDS) as CommandType[])
    .filter((type) => !TWICE.includes(type))
    .map((id) => ({ id, words: wordsOf(id) })),
  ...COMPANION_ACTIONS.map((id) => ({ id, words: wordsOf(id) })),
];

export function wordsOf(id: ActionId): string {
  if (isCompanionAction(id)) return COMPANION_ACTS[id].words;
  return isPageAction(id) ? KEYS[id].label : COMMANDS[id].words;
}

/** Without a query all of them. */
export function foundActions(query: string): readonly { id: ActionId; words: string }[] {
  if (!query.trim()) return ACTIONS;
  const keys = [
    ({ words }: { words: string }) => words,
    ({ id }: { id: ActionId }) => id,
    ({ id }: { id: ActionId }) => bindings.label(id),
  ];
  return fuzzysort.go(query.trim(), ACTIONS, { keys, threshold: 0.4 }).map(({ obj }) => obj);
}
