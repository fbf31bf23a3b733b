// `pi-panel attach DIR`: the far side of `pi-panel ssh`. Starts a panel in the background for a folder, or finds the
// one that runs, reports its socket and token, and stays until its standard input ends. The panel itself keeps running,
// because a dropped connection must not stop an agent.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import { formatReport } from './far-side.ts';
import { makePlace } from './make-place.ts';
import { startInBackground } from './start-in-background.ts';

/** `args`: the folder, relative to the current one, then the panel's options. `stateFolder`: of the panel. */
export async function attach(args: readonly string[], stateFolder: string): Promise<void> {
  const [given = '', ...options] = args;
  try {
    const { socket, token } = await findOrStart(
      path.resolve(given),
      options,
      path.join(stateFolder, 'remote'),
    );
    process.stdout.write(formatReport({ socket, token, node: process.execPath }));
  } catch (error) {
    process.stdout.write(formatReport({ error: errorText(error) }));
    return;
  }
  process.stdin.resume();
  await once(process.stdin, 'close');
}

/** Starts a panel, or finds the one for the same folder with the same options. */
async function findOrStart(
  folder: string,
  options: readonly string[],
  place: string,
): Promise<{ socket: string; token: string }> {
  await makePlace(place);
  const name = hash('sha256', JSON.stringify([folder, options])).slice(0, 16);
  const [socket, tokenFile, logFile] = ['sock', 'token', 'log'].map((end) =>
    path.join(place, `${name}.${end}`),
  ) as [string, string, string];
  if (!(await isAnswered(socket)))
    await startInBackground(
      ['--workspace', folder, '--socket', socket, '--token-file', tokenFile, ...options],
      { logFile, isReady: () => isAnswered(socket) },
    );
  return { socket, token: (await readFile(tokenFile, 'utf8')).trim() };
}

async function isAnswered(socket: string): Promise<boolean> {
  const probe = connect(socket);
  return new Promise((resolve) => {
    probe.on('connect', () => resolve((probe.destroy(), true)));
    probe.on('error', () => resolve(false));
  });
}
