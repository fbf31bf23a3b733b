// Refuses what would cost money although pi can do nothing.
import { existsSync } from 'node:fs';
import { Refusal } from '../../../shared/refusal.ts';

/** Throws a Refusal if the folder in which pi works is gone. This is sync, so that messages keep their order. */
export function requireFolder(workspace: string): void {
  if (existsSync(workspace)) return;
  const message = `The folder ${workspace} is gone, so pi cannot work in it. End the agent, or put the folder back.`;
  throw new Refusal(409, 'folder_gone', message);
}
