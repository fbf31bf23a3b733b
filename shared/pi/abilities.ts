// The table of what each version of pi can do. Versions are named only here and in the page's list of pi's settings. pi
// has no handshake and no capability query (0.73.1 to 1.5.2), so the panel asks for its version before it starts pi,
// and looks the rest up here.

/**
 * The first version with each ability, as observed or from pi's changelog. Each name completes the sentence "this pi
 * can ...".
 */
const SINCE = {
  /** Start with a new session of a given id. */
  chooseSessionId: '0.76.0',
  /** Keep the output of a user bash from the model (`excludeFromContext`). Older versions send it anyway. */
  hideBash: '0.76.0',
  /** Start with a name for the session (`--name`). */
  nameSession: '0.78.0',
  /** Skip a project's extensions, prompts and settings unless `--approve` is given. Older versions load them all. */
  distrust: '0.79.0',
  listEntries: '0.80.3',
  /** Report the end of a run (`agent_settled`). */
  saySettled: '0.80.4',
  listThinkingLevels: '0.81.0',
  /** Stream the output of a user bash. */
  streamBash: '0.82.0',
  /** Skip a folder or a named pipe in the place of AGENTS.md. Older versions wait for the pipe. */
  skipOddContexts: '0.82.1',
  /** Stop every user bash by `abort_bash`. Up to 0.82.1 it stops only the one that was started last. */
  stopEveryBash: '0.84.1',
  /** Refuse a prompt during a compaction. Up to 0.82.1 the prompt is accepted and lost. */
  refuseWhileCompacting: '0.84.1',
  /** Change model and thinking level for the session only. Older versions rewrite the user's settings.json. */
  keepSettings: '0.84.3',
  /** Return queued messages. Without that, 0.79.9 to 0.84.3 continue with them after an abort. */
  clearQueue: '0.84.4',
  /** Stop a compaction by `abort`. Older versions report success and continue the compaction. */
  stopCompaction: '0.85.0',
  /** Report the system prompt, as messages of role `system`. */
  tellSystem: '0.86.0',
  /** Leave messages out of what the model gets, by `context_edit` entries. */
  editContext: '0.87.0',
  /** Deliver a queued message without text. Up to 1.0.3 it stays in pi's queue forever. */
  queueEmpty: '1.5.2',
  /** Use servers that a project names in `.pi/mcp.json`. */
  connectMcp: '0.99.0',
} as const;

/** The newest pi with which the panel was tested: its own. */
export const TESTED_PI = '1.6.0';

export type Ability = keyof typeof SINCE;
export type Abilities = Record<Ability, boolean>;

/** An unknown version (null) counts as the newest, which is the most common. */
export function abilitiesOf(version: string | null): Abilities {
  const can = Object.entries(SINCE).map(([ability, since]) => [ability, isAtLeast(version, since)]);
  return Object.fromEntries(can) as Abilities;
}

export function firstVersionWith(ability: Ability): string {
  return SINCE[ability];
}

/** Whether this pi is newer than every one with which the panel was tested. */
export function isUntested(version: string | null | undefined): version is string {
  return Boolean(version) && !isAtLeast(TESTED_PI, version!);
}

/** Whether this version of pi is that one or a newer one. */
export function isAtLeast(version: string | null, least: string): boolean {
  if (!version) return true;
  const [parts, wanted] = [version, least].map((text) => text.split('.').map((part) => parseInt(part, 10)));
  for (let i = 0; i < 3; i++) {
    const difference = (parts?.[i] ?? 0) - (wanted?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
