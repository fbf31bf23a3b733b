// Reads what the user has decided about trust in a folder, in pi's own files. Follows the rules of pi's
// `core/trust-manager.js` and `core/project-trust.js` (pi >= 0.79), but does not decide or write anything.
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findAgentDir } from './agent-dir.ts';

/** Returns the decision for this folder, or for the nearest one above it. `folder`: absolute, without links. */
export async function trustDecision(agentDir: string, folder: string): Promise<boolean | null> {
  const decisions = await readObject(path.join(agentDir, 'trust.json'));
  const nearest = foldersUpFrom(folder).find((name) => typeof decisions[name] === 'boolean');
  return nearest === undefined ? null : decisions[nearest] === true;
}

/** Returns what the user's settings say about folders without a decision. Null if pi asks. */
export async function defaultTrust(agentDir: string): Promise<boolean | null> {
  const { defaultProjectTrust: setting } = await readObject(path.join(agentDir, 'settings.json'));
  return setting === 'always' ? true : setting === 'never' ? false : null;
}

/** Whether the user has said that pi may run what is in this folder. */
export async function isTrusted(folder: string): Promise<boolean> {
  const agentDir = findAgentDir();
  // pi would look for it in its own folder, which is the folder in question.
  if (!path.isAbsolute(agentDir)) return false;
  const place = await realpath(folder).catch(() => null);
  if (place === null) return false;
  return (await trustDecision(agentDir, place)) ?? (await defaultTrust(agentDir)) ?? false;
}

/** Returns the folder and those above it, from the inside out. */
export function foldersUpFrom(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}

/** Reads a file, which is usually missing. A broken file counts as empty here, because pi itself reports it. */
async function readObject(file: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
