// Facts about each of pi's commands, in addition to its fields. Nothing else repeats them: the server acts on them, and
// the page uses them to offer commands.
import { firstVersionWith, type Abilities, type Ability } from './abilities.ts';
import type { PiCommand } from './commands.ts';

export type CommandType = PiCommand['type'];

export interface CommandFacts {
  /** The ability that pi needs to understand the command. If absent, every pi since `FIRST_PI` understands it. */
  since?: Ability;
  /** Set if the command changes nothing, so that it can be repeated freely. */
  reads?: true;
  /**
   * Set if the command changes something without an event. `state`: what `get_state` reports. `session`: which session
   * pi is on.
   */
  changes?: 'state' | 'session';
  /** Set if pi ends a run before it carries out the command. */
  endsRun?: true;
}

/** The oldest pi that the panel supports. */
export const FIRST_PI = '0.73.1';

export const COMMAND_FACTS: Readonly<Record<CommandType, CommandFacts>> = {
  prompt: {},
  steer: {},
  follow_up: {},
  abort: { endsRun: true },
  clear_queue: { since: 'clearQueue' },
  new_session: { changes: 'session', endsRun: true },
  get_state: { reads: true },
  get_messages: { reads: true },
  set_model: { changes: 'state' },
  cycle_model: { changes: 'state' },
  get_available_models: { reads: true },
  set_thinking_level: { changes: 'state' },
  cycle_thinking_level: { changes: 'state' },
  get_available_thinking_levels: { since: 'listThinkingLevels', reads: true },
  set_steering_mode: { changes: 'state' },
  set_follow_up_mode: { changes: 'state' },
  compact: { endsRun: true },
  set_auto_compaction: { changes: 'state' },
  // `get_state` does not include this setting (in pi 0.73.1 to 1.5.2).
  set_auto_retry: {},
  abort_retry: {},
  bash: {},
  abort_bash: {},
  get_session_stats: { reads: true },
  export_html: {},
  switch_session: { changes: 'session', endsRun: true },
  fork: { changes: 'session', endsRun: true },
  clone: { changes: 'session', endsRun: true },
  get_fork_messages: { reads: true },
  get_entries: { since: 'listEntries', reads: true },
  get_tree: { since: 'listEntries', reads: true },
  get_last_assistant_text: { reads: true },
  set_session_name: { changes: 'state' },
  get_commands: { reads: true },
};

/**
 * Returns the facts about a command. The panel's own `panel_*` commands are not in the table, because pi never gets
 * them.
 */
export function factsOf(type: string): CommandFacts {
  return Object.hasOwn(COMMAND_FACTS, type) ? COMMAND_FACTS[type as CommandType] : {};
}

/** Returns the first version of pi that understands this command. */
export function sinceOf(type: CommandType): string {
  const { since } = COMMAND_FACTS[type];
  return since ? firstVersionWith(since) : FIRST_PI;
}

/** Returns the ability that the command as given needs and this pi lacks, or undefined if it lacks none. */
export function missingAbility(
  { type, excludeFromContext = false }: { type: string; excludeFromContext?: boolean | undefined },
  can: Abilities,
): Ability | undefined {
  const needed = type === 'bash' && excludeFromContext ? 'hideBash' : factsOf(type).since;
  return needed && !can[needed] ? needed : undefined;
}
