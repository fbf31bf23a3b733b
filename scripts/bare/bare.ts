// Runs both commands of the README as somebody does who has just cloned the repository: on a Debian that holds nothing
// but Node 20 and npm, as an ordinary user, in a terminal.
//   npm run tool -- bare                                  npm start -- --demo, then npm test
//   npm run tool -- bare --node 24 --times 3              with another Node, three fresh clones one after the other
//   npm run tool -- bare --with git,procps,chromium       with more packages of Debian, which are installed here
//   npm run tool -- bare -- npm test -- unit              this command instead
// It needs a Debian or Ubuntu with git, and either root or unprivileged user namespaces. The clone has what is committed.
// The transcripts are in .cache/bare.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npm } from '../npm.mjs';
import { giveHome, passedEnvironment, runInside } from './enter.ts';
import { makeRoot, USER } from './root.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PLACE = path.join(PROJECT, '.cache/bare');
const CLONE = path.join(USER.home, 'pi-panel');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string' },
    with: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
  },
});
mkdirSync(PLACE, { recursive: true });
const root = mkdtempSync(path.join(PLACE, 'root-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const packages = values.with.split(',').filter(Boolean);
  makeRoot({ root, packages, node: nodeProgram(values.node), npm: npmPackage() });
  for (let time = 1; time <= Number(values.times); time++) {
    makeClone();
    const status = await runAll(time);
    if (status !== 0) process.exit(status);
  }
} catch (error) {
  console.error(`bare: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** The Node that runs npm here, or the newest one with this major version, fetched from npm. */
function nodeProgram(major: string | undefined): string {
  if (major === undefined) return process.env.npm_node_execpath ?? process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const home = path.join(PLACE, `node-${major}`);
  const program = path.join(home, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
  npm(['install', `${name}@${major}`], home);
  return program;
}

function npmPackage(): string {
  const program = process.env.npm_execpath;
  if (program === undefined) throw new Error('start it with `npm run tool -- bare`.');
  return path.resolve(program, '../..');
}

/** A fresh home folder with a fresh clone and this machine's way to the registry of npm. */
function makeClone(): void {
  const home = path.join(root, USER.home);
  rmSync(home, { recursive: true });
  mkdirSync(home);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', PROJECT, path.join(root, CLONE)], {
    stdio: 'inherit',
  });
  const settings = npmSettings();
  writeFileSync(path.join(home, '.npmrc'), settings.map((line) => `${line}\n`).join(''));
  copyCertificates(settings);
  giveHome(root);
}

function npmSettings(): string[] {
  return ['registry', 'cafile', 'proxy', 'https-proxy'].flatMap((key) => {
    const value = execFileSync('npm', ['config', 'get', key], { encoding: 'utf8', cwd: PROJECT }).trim();
    if (value === 'null' || value === 'undefined') return [];
    return [`${key}=${value}`];
  });
}

/** Copies the files with certificates that the settings and variables name. */
function copyCertificates(settings: readonly string[]): void {
  const named = [...settings.map((line) => line.replace(/^\w+=/, '')), ...Object.values(passedEnvironment())];
  for (const file of new Set(named)) if (path.isAbsolute(file) && existsSync(file)) copyFile(file);
}

function copyFile(file: string): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(file, target);
}

async function runAll(time: number): Promise<number> {
  if (positionals.length > 0) return report(positionals.join(' '), time, run(positionals.join(' '), time));
  const started = await report('npm start -- --demo', time, start(time));
  return started === 0 ? report('npm test', time, run('npm test', time)) : started;
}

function run(command: string, time: number): Promise<number> {
  return runInside({ root, folder: CLONE, command, transcript: transcriptOf(command, time) }).ended;
}

/** Starts the demo, opens its page, and ends it with Ctrl+C. */
async function start(time: number): Promise<number> {
  const command = 'npm start -- --demo --no-open --port 0';
  const transcript = transcriptOf('npm start', time);
  const { child, ended, find } = runInside({ root, folder: CLONE, command, transcript });
  const ready = await find(/pi-panel ready: (http:\/\/127\.0\.0\.1:\d+)\/#t=([\w-]+)/);
  if (!ready) return (await ended) || 1;
  const [, address = '', token = ''] = ready;
  const page = await fetch(address);
  const agents = await fetch(`${address}/api/agents`, { headers: { authorization: `Bearer ${token}` } });
  console.log(`\nbare: the page answers ${page.status}, its agents ${agents.status} ${await agents.text()}`);
  child.stdin.write('\x03');
  const status = await ended;
  // npm ends with 130 after Ctrl+C.
  return page.ok && agents.ok && status === 130 ? 0 : status || 1;
}

async function report(title: string, time: number, run: Promise<number>): Promise<number> {
  const begin = Date.now();
  const status = await run;
  const seconds = Math.round((Date.now() - begin) / 1000);
  console.log(`\nbare: ${title}, time ${time} of ${values.times}: exit ${status} after ${seconds} s`);
  return status;
}

function transcriptOf(command: string, time: number): string {
  return path.join(
    PLACE,
    `${command.replaceAll(/\W+/g, '-').slice(0, 40)}-${values.node ?? 'node'}-${time}.txt`,
  );
}
