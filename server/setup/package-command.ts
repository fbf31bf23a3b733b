// The command line of pi that installs, removes or updates packages.
import { Refusal } from '../../shared/refusal.ts';
import type { ResourceScope } from '../../shared/resources.ts';

export type PackageAct =
  | { act: 'install' | 'remove'; source: string; scope: ResourceScope }
  /** If absent, all packages. */
  | { act: 'update'; source?: string | undefined };

/**
 * Returns the arguments. `isApproved`: whether the user trusts the project, for this command or for this run. Throws a
 * Refusal 400.
 */
export function packageCommand(wanted: PackageAct, isApproved: boolean): string[] {
  if (wanted.source !== undefined) refuseLogin(wanted.source);
  const approval = isApproved ? ['--approve'] : [];
  if (wanted.act === 'update') {
    const target = wanted.source === undefined ? ['--extensions'] : ['--extension', wanted.source];
    return ['update', ...target, ...approval];
  }
  const local = wanted.scope === 'project' ? ['--local'] : [];
  return [wanted.act, wanted.source, ...local, ...approval];
}

/** Refuses a source with a password, because every user of the machine can read arguments. */
function refuseLogin(source: string): void {
  if (!/^[a-z+]+:\/\/[^/@]*:[^/@]*@/i.test(source.replace(/^git:/, ''))) return;
  const message =
    'source: it has a password. Leave it out, and let git’s own credential helper, or SSH, sign in.';
  throw new Refusal(400, 'bad_body', message);
}
