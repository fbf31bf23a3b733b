// Finds pi's files that are broken. pi then does without them, and reports that only where nobody looks, if at all (in
// pi 0.79.9 to 1.5.2), so the page reports it. auth.json and trust.json are only ever set aside, never shown.
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import {
  CONFIG_FILES,
  SET_ASIDE_FILES,
  type BrokenFile,
  type ConfigProblems,
  type SetAsideFile,
} from '../../shared/setup.ts';
import { findAgentDir } from '../sessions/agent-dir.ts';
import type { LaunchOptions } from '../agent/process/launch.ts';
import { readConfig, type ConfigPlace } from './config-file.ts';
import { configPlace } from './config-places.ts';

type Folders = Pick<LaunchOptions, 'cwd' | 'env'>;

/** `readsMcp`: whether this pi reads mcp.json. */
export async function findProblems(folders: Folders, readsMcp: boolean): Promise<ConfigProblems> {
  const places = [
    ...CONFIG_FILES.filter((file) => readsMcp || !file.endsWith('mcp')).map((file) => ({
      file,
      place: configPlace(file, folders),
    })),
    ...SET_ASIDE_FILES.map((file) => ({ file, place: secretPlace(file, folders) })),
  ];
  const found = await Promise.all(
    places.map(async ({ file, place }): Promise<BrokenFile | null> => {
      const { path: at, problem, reaction } = await readConfig(place);
      return problem && { file, path: at, reaction, ...problem };
    }),
  );
  return { problems: found.filter((one) => one !== null) };
}

/**
 * Returns where and why the file is broken, or null if it is not. pi's own message names neither the file nor the line.
 */
export async function describeProblem(file: SetAsideFile, folders: Folders): Promise<string | null> {
  const { path: at, problem } = await readConfig(secretPlace(file, folders));
  return problem && `${at}, line ${problem.line}, column ${problem.column}: ${problem.message}`;
}

/** Rejects with a Refusal 409 if the file is broken. */
export async function refuseBroken(file: SetAsideFile, folders: Folders): Promise<void> {
  const where = await describeProblem(file, folders);
  if (where) throw new Refusal(409, 'broken_file', `Nothing was saved, because the file is broken. ${where}`);
}

/** Renames a broken file, so that pi begins a new one. Rejects with a Refusal 409 if it is not broken. */
export async function setAside(file: SetAsideFile, folders: Folders): Promise<{ path: string }> {
  const place = secretPlace(file, folders);
  const { problem } = await readConfig(place);
  if (!problem) throw new Refusal(409, 'not_broken', `${place.path} is no longer broken.`);
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${place.path}.broken-${time}`;
  await rename(place.path, aside);
  return { path: aside };
}

function secretPlace(file: SetAsideFile, { cwd, env }: Folders): ConfigPlace {
  const folder = path.resolve(cwd, findAgentDir(env));
  return { path: path.join(folder, `${file}.json`), format: 'json', ...KINDS[file] };
}

const KINDS: Record<SetAsideFile, Pick<ConfigPlace, 'mayBeEmpty' | 'reaction'>> = {
  auth: {
    mayBeEmpty: true,
    reaction: 'While it is broken, pi uses none of the keys and sign-ins in it, and stores no others.',
  },
  trust: { reaction: 'While it is broken, pi does not start in a project that needs your trust.' },
};
