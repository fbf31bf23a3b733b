// A real OpenSSH server for one key, on loopback, whose logins get a home folder and a PATH of the test.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const SSHD = '/usr/sbin/sshd';
/** The folder to which sshd, run by root, confines clients before they log in. Without this only its service makes it. */
const PRIVILEGE_SEPARATION = '/run/sshd';

/** False, or the reason to skip a test that needs sshd. */
export const whyNoSshd: string | false =
  process.platform !== 'linux'
    ? 'reads /proc'
    : !existsSync(SSHD) && `needs ${SSHD}: apt-get install openssh-server`;

export interface Sshd {
  /** The options with which `ssh` logs in, as the host `far`. */
  config: string;
  /** Ends every connection and refuses new ones until `start`. */
  cut: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends the server, and every process that was started by a login. */
  close: () => Promise<void>;
}

/**
 * `home`: becomes the home folder of the logins. `env`: further variables of the logins; values must not contain
 * spaces.
 */
export async function startSshd(home: string, env: NodeJS.ProcessEnv): Promise<Sshd> {
  const folder = path.join(home, '.ssh');
  await mkdir(folder, { mode: 0o700 });
  if (process.getuid?.() === 0) await mkdir(PRIVILEGE_SEPARATION, { recursive: true, mode: 0o755 });
  const file = (name: string): string => path.join(folder, name);
  for (const name of ['key', 'host'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
  const port = await freePort();
  await writeLines(file('sshd_config'), {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: file('host'),
    AuthorizedKeysFile: file('key.pub'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PermitRootLogin: 'yes',
    SetEnv: Object.entries({ ...env, HOME: home })
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  });
  await writeLines(file('config'), {
    Host: 'far',
    HostName: '127.0.0.1',
    Port: String(port),
    IdentityFile: file('key'),
    StrictHostKeyChecking: 'no',
    UserKnownHostsFile: file('known'),
  });
  let server: ChildProcess | null = null;
  const sshd: Sshd = {
    config: file('config'),
    start: async () => {
      server = await startServer(file('sshd_config'));
    },
    cut: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const connections = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
      for (const pid of connections.split(' ').filter(Boolean)) kill(Number(pid), 'SIGTERM');
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    },
    close: async () => {
      await sshd.cut();
      for (const pid of await processesAt(home)) kill(pid, 'SIGKILL');
    },
  };
  await sshd.start();
  return sshd;
}

function writeLines(file: string, options: Record<string, string>): Promise<void> {
  const lines = Object.entries(options).map(([name, value]) => `${name} ${value}\n`);
  return writeFile(file, lines.join(''), { mode: 0o600 });
}

/** Resolves once it listens. */
async function startServer(config: string): Promise<ChildProcess> {
  const server = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      text += `${line}\n`;
      if (line.includes('listening on')) resolve();
    });
    server.once('exit', () => reject(new Error(`sshd ended: ${text}`)));
  });
  return server;
}

/**
 * Returns the processes whose home folder this is, except this one. A panel in the background outlives its connection.
 */
async function processesAt(home: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids)
    if (pid !== process.pid && (await environmentOf(pid)).includes(`HOME=${home}\0`)) found.push(pid);
  return found;
}

function environmentOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/environ`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // It has ended, or belongs to another user.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code ?? '')) return '';
    throw error;
  });
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
