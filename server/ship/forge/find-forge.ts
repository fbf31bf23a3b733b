// Finds the host that has the pull requests of a workspace, and the program that asks it.
import type { ForgeProgram } from '../../../shared/pull-requests.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { readWord } from '../../git/git.ts';
import { placeOf, siteOf } from '../new-pull-request.ts';
import { readConfig, targetOf } from '../remotes.ts';
import type { Forge, Place } from './forge.ts';
import { gitea, teaLogins } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { runProgram } from './run-program.ts';

const FORGES: Record<ForgeProgram, (place: Place) => Forge> = { gh: github, glab: gitlab, tea: gitea };

export interface Hosted {
  forge: Forge;
  program: ForgeProgram;
  /** The repository with the pull requests. */
  place: Place;
  /** The name of its remote. */
  remote: string;
  /** The current branch as it was pushed; null if HEAD is detached, or if it never was. */
  pushed: { branch: string; from: Place; commit: string } | null;
}

/** Rejects with a Refusal 409: `no_host` if no remote leads to a host that one of the programs can ask. */
export async function findForge(root: string): Promise<Hosted> {
  const [remotes, target] = await Promise.all([readRemotes(root), targetOf(root, undefined)]);
  const own = remotes.find(({ name }) => name === target.remote);
  const base =
    remotes.find(({ isBase }) => isBase) ??
    remotes.find(({ name }) => name === 'upstream') ??
    own ??
    remotes[0];
  if (!base)
    throw new Refusal(409, 'no_host', 'No remote of this repository leads to a host of pull requests.');
  const program = siteOf(base.place)?.program ?? (await programFor(base.place.host));
  if (program === null)
    throw new Refusal(
      409,
      'no_host',
      `The panel does not know what ${base.place.host} is. Sign in there with gh, glab or tea in a shell.`,
    );
  const commit = target.branch === null ? null : await readWord(root, pushedCommit(target.branch));
  const isPushed = commit !== null && own?.place.host === base.place.host;
  return {
    forge: FORGES[program](base.place),
    program,
    place: base.place,
    remote: base.name,
    pushed: isPushed ? { branch: target.ref.replace(/^refs\/heads\//, ''), from: own.place, commit } : null,
  };
}

const pushedCommit = (branch: string): string[] => ['rev-parse', '--verify', '--quiet', `${branch}@{push}`];

interface Remote {
  name: string;
  place: Place;
  /** `gh repo set-default` has chosen it. */
  isBase: boolean;
}

/** The remotes that lead to a host. */
async function readRemotes(root: string): Promise<Remote[]> {
  const settings = await readConfig(
    root,
    ...['--null', '--get-regexp', String.raw`^(remote\..*\.(url|gh-resolved)|url\..*\.insteadof)$`],
  );
  const pairs = settings
    .split('\0')
    .filter(Boolean)
    .map(
      (setting) =>
        [setting.slice(0, setting.indexOf('\n')), setting.slice(setting.indexOf('\n') + 1)] as const,
    );
  const all = (pattern: RegExp): [name: string, value: string][] =>
    pairs.flatMap(([key, value]) => {
      const name = pattern.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    });
  const shortForms = all(/^url\.(.*)\.insteadof$/);
  const bases = new Map(all(/^remote\.(.*)\.gh-resolved$/));
  const seen = new Set<string>();
  return all(/^remote\.(.*)\.url$/).flatMap(([name, url]) => {
    const place = placeOf(longForm(url, shortForms)) ?? placeOf(url);
    if (!place || seen.has(name)) return [];
    seen.add(name);
    return { name, place, isBase: bases.has(name) };
  });
}

/** Replaces the beginning of an address as git does, which takes the longest one. */
function longForm(url: string, shortForms: readonly [long: string, short: string][]): string {
  const [long, short = ''] =
    shortForms
      .filter(([, each]) => url.startsWith(each))
      .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return long === undefined ? url : long + url.slice(short.length);
}

/** The program that is signed in at a host whose name does not tell its kind. Asked once for each host. */
const known = new Map<string, ForgeProgram>();

async function programFor(host: string): Promise<ForgeProgram | null> {
  const found = known.get(host) ?? (await askPrograms(host));
  if (found) known.set(host, found);
  return found;
}

async function askPrograms(host: string): Promise<ForgeProgram | null> {
  const isAt = async (program: 'gh' | 'glab'): Promise<boolean> =>
    (await runProgram(program, ['auth', 'status', '--hostname', host])).status === 0;
  const asked = await Promise.all([
    unlessMissing(async () =>
      (await teaLogins()).some(({ url }) => URL.canParse(url) && new URL(url).host === host),
    ),
    unlessMissing(() => isAt('gh')),
    unlessMissing(() => isAt('glab')),
  ]);
  return (['tea', 'gh', 'glab'] as const).find((_program, at) => asked[at]) ?? null;
}

async function unlessMissing(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_program') return false;
    throw error;
  }
}
