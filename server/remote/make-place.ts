// The folder in which a panel in the background keeps its token and its log.
import { mkdir } from 'node:fs/promises';
import { canWrite } from '../lib/can-write.ts';

/** Makes the folder, which only the user may read. Rejects with advice if that is not possible. */
export async function makePlace(folder: string): Promise<void> {
  if (!(await canWrite(folder)))
    throw new Error(`You may not write to ${folder} (XDG_STATE_HOME names another folder for the panel).`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
