// `pi-panel background DIR`: for `/panel` in pi's own terminal. Starts a panel in the background for a folder, or finds
// the one that an earlier call started, and reports its link. Its token is in a file, because the terminal that asks
// next is another process.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { readCommandLine, type Options } from '../options.ts';
import { formatReport, type Report } from './far-side.ts';
import { makePlace } from './make-place.ts';
import { startInBackground } from './start-in-background.ts';

/** `args`: the folder, then the panel's options. `folder`: where the panel keeps its state. */
export async function reportLocal(
  args: readonly string[],
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const report = await findOrStart(args, { place: path.join(folder, 'terminal'), env }).catch(
    (error: unknown): Report => ({ error: errorText(error) }),
  );
  process.stdout.write(formatReport(report));
}

/** Starts a panel, or finds the one for the same folder with the same options. */
async function findOrStart(
  [given = '', ...more]: readonly string[],
  { place, env }: { place: string; env: NodeJS.ProcessEnv },
): Promise<Report> {
  const workspace = path.resolve(given);
  await makePlace(place);
  const name = hash('sha256', JSON.stringify([workspace, more])).slice(0, 16);
  const [tokenFile, logFile, pidFile] = ['token', 'log', 'pid'].map((end) =>
    path.join(place, `${name}.${end}`),
  ) as [string, string, string];
  const all = ['--workspace', workspace, '--token-file', tokenFile, ...more];
  const commandLine = readCommandLine(all, env);
  if (!('options' in commandLine))
    throw new Error('error' in commandLine ? commandLine.error : 'The panel was not asked to start.');
  const { options } = commandLine;
  if (options.tls || options.socket)
    throw new Error('/panel needs a port on this machine: leave out --tls-cert, --tls-key and --socket.');
  let link = await linkIn(logFile);
  if (!link || !(await isRunning(link, pidFile))) {
    const pid = await startInBackground(all, { logFile, isReady: async () => !!(await linkIn(logFile)) });
    await replaceWholeFile(pidFile, String(pid));
    link = await linkIn(logFile);
  }
  return { link: link ?? '', outside: link ? outsideLink(link, options) : null };
}

/** Returns the link from the ready line, or from a later line that says that the link was replaced. */
async function linkIn(logFile: string): Promise<string | undefined> {
  const log = await readFile(logFile, 'utf8').catch(noText);
  return [...log.matchAll(/^pi-panel(?: ready:|: all earlier links have ended\. The new one:) (\S+)\n/gm)].at(
    -1,
  )?.[1];
}

/** Checks both the process and the port of the panel, because another program may have taken over either of them. */
async function isRunning(link: string, pidFile: string): Promise<boolean> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(noText));
  if (!(pid > 0) || !isAlive(pid)) return false;
  const answer = await fetch(new URL('healthz', link)).catch(() => null);
  return answer?.ok === true && (await answer.text()) === 'ok';
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the address of the page for other devices, which differs behind a proxy. */
function outsideLink(link: string, { allowedHosts, basePaths, behindProxy }: Options): string | null {
  const [host] = allowedHosts;
  return behindProxy && host ? `https://${host}${basePaths[0] ?? ''}/${new URL(link).hash}` : null;
}

function noText(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error;
  return '';
}
