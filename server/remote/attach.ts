// `pi-panel attach DIR`: the far side of `pi-panel ssh`. Starts a panel in the background for a folder, or finds the one
// that runs, reports its socket and token, and stays until its standard input ends. The panel itself goes on: a dropped
// connection must not end what an agent does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '../../shared/error-text.ts';
import { formatReport } from './far-side.ts';

/** Unless the user says otherwise: an hour without use, and no agent at work. */
const IDLE_EXIT = ['--idle-exit', '3600'];
/** Lines of the log to show when the panel did not start. */
const LAST_LINES = 5;

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

/** The same folder with the same options is the same panel. */
async function findOrStart(
  folder: string,
  options: readonly string[],
  place: string,
): Promise<{ socket: string; token: string }> {
  await mkdir(place, { recursive: true, mode: 0o700 });
  const name = hash('sha256', JSON.stringify([folder, options])).slice(0, 16);
  const [socket, tokenFile, logFile] = ['sock', 'token', 'log'].map((end) =>
    path.join(place, `${name}.${end}`),
  ) as [string, string, string];
  if (!(await isAnswered(socket)))
    await startPanel(['--workspace', folder, '--socket', socket, '--token-file', tokenFile, ...options], {
      socket,
      logFile,
    });
  return { socket, token: (await readFile(tokenFile, 'utf8')).trim() };
}

/** Resolves once the panel answers on the socket. Throws the end of its log if it exits before. */
async function startPanel(
  options: readonly string[],
  { socket, logFile }: { socket: string; logFile: string },
): Promise<void> {
  const log = await open(logFile, 'w', 0o600);
  const script = process.argv[1] ?? '';
  const idleExit = options.some((option) => option.startsWith('--idle-exit')) ? [] : IDLE_EXIT;
  const panel = spawn(process.execPath, [...process.execArgv, script, '--no-open', ...idleExit, ...options], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let hasEnded = false;
  const ended = once(panel, 'exit').then(() => (hasEnded = true));
  try {
    while (!hasEnded && !(await isAnswered(socket))) await Promise.race([ended, sleep(100)]);
    if (hasEnded) throw new Error(`The panel did not start: ${await endOf(logFile)}`);
  } finally {
    panel.unref();
    await log.close();
  }
}

async function isAnswered(socket: string): Promise<boolean> {
  const probe = connect(socket);
  return new Promise((resolve) => {
    probe.on('connect', () => resolve((probe.destroy(), true)));
    probe.on('error', () => resolve(false));
  });
}

async function endOf(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim().split('\n').slice(-LAST_LINES).join('\n');
}
