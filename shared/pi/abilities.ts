// What one pi can do and an older one cannot: the only place that knows versions apart. pi has no hello and no
// capability query (0.73.1 to 1.5.2), so its version is asked for before it starts, and this table is the rest.

/** First version of each, as observed or as pi's changelog says; the name is what follows "this pi can". */
const SINCE = {
  /** Keep the output of a bash from the model (`excludeFromContext`); before, it is sent all the same. */
  hideBash: '0.76.0',
  /** Skip a project's own extensions, prompts and settings unless `--approve` is given; before, all are loaded. */
  distrust: '0.79.0',
  listEntries: '0.80.3',
  /** Say that a run is over (`agent_settled`). */
  saySettled: '0.80.4',
  listThinkingLevels: '0.81.0',
  /** Tell the output of a person's bash while it runs. */
  streamBash: '0.82.0',
  /** Stop every bash of the person's by `abort_bash`; up to 0.82.1 only the one begun last. */
  stopEveryBash: '0.84.1',
  /** Refuse a prompt during a compaction; up to 0.82.1 it is accepted and lost. */
  refuseWhileCompacting: '0.84.1',
  /** Change model and thinking level for the session alone; before, the user's settings.json is rewritten. */
  keepSettings: '0.84.3',
  /** Give back what is queued. Before, 0.79.9 to 0.84.3 go on with it after an abort. */
  clearQueue: '0.84.4',
  /** Break off a compaction by `abort`; before, that says success and the compaction goes on. */
  stopCompaction: '0.85.0',
  /** Say what the model was told first: messages of role `system`. */
  tellSystem: '0.86.0',
  /** Use servers that a project names in `.pi/mcp.json`. */
  connectMcp: '0.99.0',
} as const;

export type Ability = keyof typeof SINCE;
export type Abilities = Record<Ability, boolean>;

/** Null is an unknown version: it counts as the newest, which is what is most often run. */
export function abilitiesOf(version: string | null): Abilities {
  const can = Object.entries(SINCE).map(([ability, since]) => [ability, isAtLeast(version, since)]);
  return Object.fromEntries(can) as Abilities;
}

export function sinceWhich(ability: Ability): string {
  return SINCE[ability];
}

function isAtLeast(version: string | null, least: string): boolean {
  if (!version) return true;
  const [parts, wanted] = [version, least].map((text) => text.split('.').map((part) => parseInt(part, 10)));
  for (let i = 0; i < 3; i++) {
    const difference = (parts?.[i] ?? 0) - (wanted?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
