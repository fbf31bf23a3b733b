// Runs commands in the bare system: in namespaces of its own, so that nothing that a command starts can outlive it, as
// an ordinary user, and in a terminal.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { chownSync, createWriteStream, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { USER } from './root.ts';

const isRoot = process.getuid?.() === 0;

/**
 * Mounts what a program expects, then changes the root folder and the user. The command is `$2`. Without `exec`, because
 * the first process of the namespace gets every orphan, and `script` (util-linux 2.38) loops when one of them ends.
 */
const ENTER = `set -e
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
chroot ${isRoot ? `--userspec=${USER.id}:${USER.id}` : ''} "$1" \\
  ${isRoot ? '' : `unshare --user --map-user=${USER.id} --map-group=${USER.id}`} \\
  script --quiet --return --flush --command "$2" /dev/null`;

const USER_PATH = '/usr/local/bin:/usr/bin:/bin';
/** Variables of this machine without which npm may not reach its registry. */
const PASSED = /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

export interface Run {
  child: ChildProcessByStdio<Writable, Readable, null>;
  /** Resolves with the exit status. */
  ended: Promise<number>;
  /** Resolves with the first match in the output; null if the command ends before there is one. */
  find: (pattern: RegExp) => Promise<RegExpExecArray | null>;
}

export interface Inside {
  root: string;
  /** The folder of the command, inside the root folder. */
  folder: string;
  /** A command line for bash. */
  command: string;
  /** A file for the output. */
  transcript: string;
}

/** Starts a command, whose output also goes to stdout. Everything that the command has started ends with it. */
export function runInside({ root, folder, command, transcript }: Inside): Run {
  const args = [
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    ...['--mount', '--pid', '--fork', '--kill-child', '--', 'sh', '-c', ENTER, 'enter', root],
    `PATH=${USER_PATH}; cd ${folder} && ${command}`,
  ];
  const child = spawn('unshare', args, { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const end = (): void => void child.kill('SIGKILL');
  // Before the folder of the root is removed.
  process.prependOnceListener('exit', end);
  child.once('close', () => process.off('exit', end));
  child.stdout.pipe(createWriteStream(transcript));
  child.stdout.pipe(process.stdout, { end: false });
  let output = '';
  let onOutput = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onOutput();
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  const find = (pattern: RegExp): Promise<RegExpExecArray | null> =>
    new Promise((resolve) => {
      onOutput = () => {
        const match = pattern.exec(output);
        if (!match) return;
        onOutput = () => undefined;
        resolve(match);
      };
      onOutput();
      void ended.then(() => resolve(null));
    });
  return { child, ended, find };
}

/** Gives the home folder to the user of the bare system, who is this process's own user unless that is root. */
export function giveHome(root: string): void {
  if (isRoot) giveAway(path.join(root, USER.home));
}

function giveAway(place: string): void {
  // `lchown` is what chown is for links.
  if (lstatSync(place).isSymbolicLink()) return;
  chownSync(place, USER.id, USER.id);
  if (lstatSync(place).isDirectory()) for (const name of readdirSync(place)) giveAway(path.join(place, name));
}

/** The part of this machine's environment that the commands get. */
export function passedEnvironment(): Record<string, string> {
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  return Object.fromEntries(passed.map(([name, value = '']) => [name, value]));
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...passedEnvironment(),
    HOME: USER.home,
    USER: USER.name,
    LOGNAME: USER.name,
    SHELL: '/bin/bash',
    PATH: `/usr/sbin:/sbin:${USER_PATH}`,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  };
}
