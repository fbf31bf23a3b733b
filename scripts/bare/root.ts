// Makes the root folder of a Debian that has only what every Debian has, and Node and npm. The files are copied from
// this machine, which has to be a Debian (or Ubuntu): dpkg knows which files belong to which package.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The user in the bare system. */
export const USER = { name: 'ada', id: 1000, home: '/home/ada' };

/** In a merged /usr these are links in the root folder. */
const MERGED = ['bin', 'sbin', 'lib', 'lib64', 'lib32', 'libx32'];
/** Files that no package brings and that a program expects. */
const CONFIGURATION = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/nsswitch.conf',
  '/etc/localtime',
  '/etc/hosts',
];
/** Nobody reads these there. */
const UNREAD = /^\/usr\/share\/(?:doc|man|info|locale|lintian|bug|doc-base|menu)\//;

export interface BareRoot {
  /** The new root folder, which does not exist yet. */
  root: string;
  /** Names of Debian packages that are installed here, such as `git`. They come with what they depend on. */
  packages: readonly string[];
  /** The program `node`, and the folder of the package npm. */
  node: string;
  npm: string;
}

/** Throws if this machine lacks one of the packages. */
export function makeRoot({ root, packages, node, npm }: BareRoot): void {
  mkdirSync(root, { recursive: true });
  chmodSync(root, 0o755);
  for (const name of MERGED) linkAsHere(root, `/${name}`);
  const files = filesOf(withDependencies([...requiredPackages(), ...packages]));
  copy(root, [...files, ...alternatives(new Set(files))]);
  copy(root, CONFIGURATION, { isRecursive: true });
  copyNode(root, node, npm);
  for (const folder of ['proc', 'dev', 'sys', 'tmp', 'run', 'root', 'var/tmp'])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const folder of ['tmp', 'var/tmp']) chmodSync(path.join(root, folder), 0o1777);
  // Resolved: the file is often a link to what is elsewhere.
  cpSync(realpathSync('/etc/resolv.conf'), path.join(root, 'etc/resolv.conf'));
  writeAccounts(root);
}

function linkAsHere(root: string, place: string): void {
  try {
    symlinkSync(readlinkSync(place), path.join(root, place));
  } catch (error) {
    // Not there, or a folder.
    if (!['ENOENT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** The packages of a minimal installation, as `debootstrap --variant=minbase` makes it. */
function requiredPackages(): string[] {
  return query(['-Wf', '${Package} ${Essential} ${Priority} ${Status}\n'])
    .filter((line) => / (?:yes \w+|no required) install ok installed$/.test(line))
    .map((line) => line.split(' ')[0]!);
}

function withDependencies(names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const provided = readProvided();
  for (let next = [...names]; next.length > 0;) {
    const fresh = next.filter((name) => !all.has(name));
    for (const name of fresh) all.add(name);
    next = fresh.length === 0 ? [] : dependenciesOf(fresh, provided);
  }
  return all;
}

/** What is installed here, by the name under which another package may ask for it. */
function readProvided(): Map<string, string> {
  const provided = new Map<string, string>();
  for (const line of query(['-Wf', '${Package}|${Status}|${Provides}\n'])) {
    const [name = '', status, provides = ''] = line.split('|');
    if (status !== 'install ok installed') continue;
    for (const other of names(provides)) provided.set(other, name);
  }
  for (const line of query(['-Wf', '${Package}|${Status}\n'])) {
    const [name = '', status] = line.split('|');
    if (status === 'install ok installed') provided.set(name, name);
  }
  return provided;
}

function dependenciesOf(packages: readonly string[], provided: ReadonlyMap<string, string>): string[] {
  return query(['-Wf', '${Pre-Depends}, ${Depends}\n', ...packages])
    .flatMap((line) => line.split(','))
    .flatMap((choice) =>
      names(choice.replaceAll('|', ','))
        .flatMap((name) => provided.get(name) ?? [])
        .slice(0, 1),
    );
}

/** Returns the names in a list such as `libc6 (>= 2.34), libssl3:any`. */
function names(list: string): string[] {
  return list.split(',').flatMap((one) => /[\w.+-]+/.exec(one)?.[0] ?? []);
}

function filesOf(packages: ReadonlySet<string>): string[] {
  const listed = execFileSync('dpkg', ['-L', ...packages], { encoding: 'utf8', maxBuffer: 1e8 });
  const files = new Set<string>();
  for (const file of listed.split('\n')) {
    if (!file.startsWith('/') || file === '/.' || UNREAD.test(`${file}/`) || !existsSync(path.dirname(file)))
      continue;
    // A package names /bin/sh also where /bin is a link to /usr/bin.
    const place = path.join(realpathSync(path.dirname(file)), path.basename(file));
    if (!MERGED.includes(place.slice(1))) files.add(place);
  }
  return [...files];
}

/** The links that no package owns, such as /usr/bin/awk, if the program behind them is among the files. */
function alternatives(files: ReadonlySet<string>): string[] {
  return ['/usr/bin', '/usr/sbin'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => path.join(folder, name))
      .filter((link) => readlinkSync(link).startsWith('/etc/alternatives/') && existsSync(link))
      .filter((link) => files.has(realpathSync(link))),
  );
}

/** Copies files and links as they are, and folders without their content unless `isRecursive`. */
function copy(root: string, files: readonly string[], { isRecursive = false } = {}): void {
  const pack = `tar -C / ${isRecursive ? '' : '--no-recursion'} --null -T - -c`;
  const unpack = 'tar -C "$1" --keep-directory-symlink -x';
  const input = files
    .filter(isThere)
    .map((file) => `.${file}\0`)
    .join('');
  execFileSync('bash', ['-c', `set -o pipefail; ${pack} | ${unpack}`, 'copy', root], { input });
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function copyNode(root: string, node: string, npm: string): void {
  const modules = path.join(root, 'usr/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(node, path.join(root, 'usr/bin/node'));
  cpSync(npm, path.join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(root, 'usr/bin', name));
}

function writeAccounts(root: string): void {
  const { name, id, home } = USER;
  writeFileSync(
    path.join(root, 'etc/passwd'),
    `root:x:0:0:root:/root:/bin/sh\n${name}:x:${id}:${id}:Ada:${home}:/bin/bash\n`,
  );
  writeFileSync(path.join(root, 'etc/group'), `root:x:0:\ntty:x:5:\n${name}:x:${id}:\n`);
  mkdirSync(path.join(root, home), { recursive: true });
}

function query(args: readonly string[]): string[] {
  return execFileSync('dpkg-query', args, { encoding: 'utf8', maxBuffer: 1e8 }).split('\n').filter(Boolean);
}
