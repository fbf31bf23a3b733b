// Refuses commands that pi cannot run now, before anything of them is done.
import { existsSync } from 'node:fs';
import { firstVersionWith } from '../../../shared/pi/abilities.ts';
import { missingAbility } from '../../../shared/pi/command-facts.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PageCommand } from '../../../shared/wire.ts';

/** The commands with which the user writes into the conversation. */
const WRITTEN: ReadonlySet<PageCommand['type']> = new Set([
  'prompt',
  'steer',
  'follow_up',
  'bash',
  'compact',
]);

/** Refuses a command that an older pi would answer with "Unknown command", or would ignore. */
export function requireAbility(
  { can, version }: Pick<View, 'can' | 'version'>,
  command: { type: PageCommand['type']; excludeFromContext?: boolean | undefined },
): void {
  const missing = missingAbility(command, can);
  if (!missing) return;
  const needed = firstVersionWith(missing);
  throw new Refusal(
    409,
    'pi_too_old',
    command.type === 'bash'
      ? `pi ${version} cannot keep a command from the model: that takes pi ${needed} or newer.`
      : `pi ${version} has no ${command.type}: that takes pi ${needed} or newer.`,
  );
}

/**
 * Refuses what the user wrote if pi cannot work, because its folder is gone, or if nobody can see where it goes: the
 * session cannot be shown, or it is not `session`, for which the user wrote it.
 */
export function requireShown(
  { sessionProblem, session: shown, workspace }: Pick<View, 'sessionProblem' | 'session' | 'workspace'>,
  { type }: { type: PageCommand['type'] },
  session?: string,
): void {
  if (!WRITTEN.has(type)) return;
  if (sessionProblem !== null)
    throw new Refusal(
      409,
      'session_not_shown',
      `This session cannot be shown, so nothing is sent to it: ${sessionProblem}`,
    );
  if (session !== undefined && shown && shown.id !== session)
    throw new Refusal(
      409,
      'other_session',
      'The agent has changed to another session. Nothing was sent: check where you are, and send it again.',
    );
  requireFolder(workspace);
}

/** Refuses if the folder in which pi works is gone. This is sync, so that messages keep their order. */
export function requireFolder(workspace: string): void {
  if (existsSync(workspace)) return;
  const message = `The folder ${workspace} is gone, so pi cannot work in it. End the agent, or put the folder back.`;
  throw new Refusal(409, 'folder_gone', message);
}
