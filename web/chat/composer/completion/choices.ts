// Finds the choices for a text that the composer can complete. It is fetched with the list that shows them.
import type { FoundFiles } from '../../../../shared/files.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import { readSent } from '../draft/stored-drafts.ts';
import type { Choice } from './completion.ts';

export interface Command {
  name: string;
  description?: string | undefined;
  hint?: string;
  source: string;
}

/** Counts how often each slash command was sent, by its name. */
export function countUses(sent: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const text of sent) {
    const name = /^\/(\S+)/.exec(text)?.[1];
    if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

/**
 * Removes commands that cannot be reached. If several have the same name, an extension's runs, and otherwise the first
 * one, because the page's come before pi's.
 */
function withoutUnreachable(commands: readonly Command[]): Command[] {
  const byName = new Map<string, Command>();
  for (const command of commands)
    if (command.source === 'extension' || !byName.has(command.name)) byName.set(command.name, command);
  return [...byName.values()];
}

/**
 * Ranks commands: the name that is the query comes first, because Enter runs what the user typed in full. It is followed
 * by names that begin with the query, names that contain it, and descriptions that contain it. Within each group, the
 * most used commands come first.
 */
export function matchingCommands(
  commands: readonly Command[],
  query: string,
  uses: ReadonlyMap<string, number> = new Map(),
): Choice[] {
  const usesOf = ({ name }: Command): number => uses.get(name) ?? 0;
  const target = query.toLowerCase();
  const rank = ({ name, description = '' }: Command): number => {
    const lower = name.toLowerCase();
    if (lower === target) return 0;
    if (lower.startsWith(target)) return 1;
    if (lower.includes(target)) return 2;
    const words = description.toLowerCase();
    return words.includes(target) ? 3 : 4;
  };
  return withoutUnreachable(commands)
    .map((command) => ({ command, rank: rank(command) }))
    .filter((found) => found.rank < 4)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        usesOf(b.command) - usesOf(a.command) ||
        a.command.name.localeCompare(b.command.name, 'en', { numeric: true }),
    )
    .map(({ command: { name, description = '', hint = '', source } }) => ({
      value: name,
      label: `/${name}`,
      hint,
      detail: description,
      source,
    }));
}

function fileChoices(files: readonly string[]): Choice[] {
  return files.map((path) => ({ value: path, label: path, hint: '', detail: '', source: '' }));
}

/** Ranks the commands by how they match the query, and by how often the user has sent them. */
export function commandChoices(commands: readonly Command[], query: string): Choice[] {
  return matchingCommands(commands, query, countUses(readSent()));
}

/**
 * Resolves to the files that match the query, and to a note that says which were not searched. Resolves to null if the
 * search was aborted.
 */
export async function findFiles(
  agent: Agent,
  query: string,
  signal: AbortSignal,
): Promise<{ choices: Choice[]; note?: string | undefined } | null> {
  try {
    const path = `${agent.path}/find?folders=1&query=${encodeURIComponent(query)}`;
    const { files, note } = await agent.api.json<FoundFiles>(path, { signal });
    return { choices: fileChoices(files), note };
  } catch (error) {
    if (signal.aborted) return null;
    // The path can also be typed without completion, so an error is not reported.
    return error instanceof Error ? { choices: [] } : null;
  }
}
