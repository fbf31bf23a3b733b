// A real OpenSSH server on loopback, for one key or one password, whose logins get a home folder and a PATH of the test.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
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

/** Of the user whom a server for a password knows, with its hash in the system's list of users. */
export const PASSWORD = 'open sesame';
const PASSWORD_HASH =
  '$6$pipanel$lYls2X0agzKrB20tyxHcVRRYZfem6BvSdaQFppYvgKvQCxEZEjTjDbyrBaJyt64r1iS3SGCaurEWleTwWNWUy.';
/** No user of the system can have a password of ours. So the server runs with a list of users of its own. */
const OWN_USER = 'visitor';
const OWN_ID = 1000;
/** How the namespace shows a group that it does not know. */
const UNKNOWN_ID = 65534;
const OWN_LISTS = {
  shadow: () => `${OWN_USER}:${PASSWORD_HASH}:19000:0:99999:7:::\n`,
  passwd: (home: string) => `${OWN_USER}:x:${OWN_ID}:${OWN_ID}::${home}:/bin/sh\n`,
  group: () => `tty:x:${groupOfTerminals()}:\n`,
};

/** sshd cannot give a terminal another group than that which it has: its user's own, unless the system names one. */
function groupOfTerminals(): number {
  return /\sdevpts\s\S*\bgid=/.test(readFileSync('/proc/mounts', 'utf8')) ? UNKNOWN_ID : OWN_ID;
}

/** Shows files in place of the system's, as the root of a namespace, and runs the rest as an ordinary user of it. */
const WITH_OWN_LISTS = `folder=$1; shift
for list in ${Object.keys(OWN_LISTS).join(' ')}; do mount --bind "$folder/$list" "/etc/$list" || exit; done
exec unshare --user --map-user=${OWN_ID} --map-group=${OWN_ID} "$@"`;
const withOwnLists = (folder: string): string[] => [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  WITH_OWN_LISTS,
  'sh',
  folder,
];

/** Returns false, or the reason to skip a test whose server asks for a password. */
export function whyNoPassword(): string | false {
  if (whyNoSshd !== false) return whyNoSshd;
  const [file, ...args] = [...withOwnLists('/etc'), 'true'];
  const { status, error, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  return status !== 0 && `needs namespaces for ordinary users: ${error?.message ?? stderr.trim()}`;
}

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
 * spaces. `isForPassword`: logins need `PASSWORD` instead of the key.
 */
export async function startSshd(
  home: string,
  env: NodeJS.ProcessEnv,
  { isForPassword = false } = {},
): Promise<Sshd> {
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
    ...(isForPassword && { User: OWN_USER, PreferredAuthentications: 'password' }),
  });
  const command = [SSHD, '-D', '-e', '-f', file('sshd_config')];
  if (isForPassword) {
    for (const [list, text] of Object.entries(OWN_LISTS)) await writeFile(file(list), text(home));
    command.unshift(...withOwnLists(folder));
  }
  let server: ChildProcess | null = null;
  const sshd: Sshd = {
    config: file('config'),
    start: async () => {
      server = await startServer(command);
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
async function startServer([file, ...args]: readonly string[]): Promise<ChildProcess> {
  const server = spawn(file!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
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
