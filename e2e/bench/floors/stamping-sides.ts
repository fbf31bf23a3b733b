// The small program that stamps its events (`stamping-pi.mjs`), at the end of a bare pipe and behind the panel.
import { fileURLToPath } from 'node:url';
import { DirectPi } from './direct-pi.ts';
import { EventClient } from '../lab/event-client.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makePiHome } from '../lab/pi-home.ts';

const PROGRAM = [process.execPath, fileURLToPath(new URL('stamping-pi.mjs', import.meta.url))];

export interface StampingSides {
  direct: DirectPi;
  panel: BenchPanel;
  client: EventClient;
  close: () => Promise<void>;
}

export async function startStampingSides(lab: Lab): Promise<StampingSides> {
  const { folders, env } = await makePiHome(lab);
  const direct = new DirectPi(lab, { argv: PROGRAM, cwd: folders.workspace, env });
  const panel = await BenchPanel.open(lab, folders, { program: PROGRAM });
  const client = await EventClient.connect(panel);
  await client.whenIdle();
  const close = async (): Promise<void> => {
    client.close();
    await Promise.all([panel.close(), direct.close()]);
  };
  return { direct, panel, client, close };
}
