// `pi-panel ssh HOST[:DIR]`, and the same for containers: the panel runs where the files are, and its page opens here.
// A dropped connection is restored, and the panel there keeps running in the meantime.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../listen.ts';
import { openBrowser } from '../open-browser.ts';
import { attachScript, type Missing, type Report } from './far-side.ts';
import { planInstallation } from './install.ts';
import { Session } from './session.ts';
import { portOf, type RemoteCommandLine, type Target } from './target.ts';

/** The pauses between attempts to connect again. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000];

type Socketed = Extract<Report, { socket: string }>;

export interface RemoteOptions extends RemoteCommandLine {
  /** The folder and the version of this package. */
  root: string;
  version: string;
}

/** Runs until a signal. Rejects with an Error for the user if the panel there cannot be reached at first. */
export async function runRemote(options: RemoteOptions): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-'));
  const remote = new Remote(options, folder);
  try {
    await remote.run();
  } finally {
    remote.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class Remote {
  readonly #options: RemoteOptions;
  readonly #folder: string;
  readonly #script: string;
  #session: Session | null = null;
  #isEnding = false;
  readonly #pages = new Set<Socket>();
  readonly #pause = new AbortController();

  constructor(options: RemoteOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#script = attachScript(options.target, options.panelArgs, options.version);
  }

  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => this.close());
    const { token } = await this.#connectFirst();
    const server = createServer((page) => this.#serve(page));
    const { port, open, target } = this.#options;
    await listen(server, { host: '127.0.0.1', port: port ?? portOf(target), isPortFixed: port !== null });
    const { port: listening } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${listening}/#t=${token}`;
    process.stdout.write(`pi-panel ready: ${url}\n`);
    print(`it runs ${placeOf(target)}; Ctrl+C ends only the connection, and agents keep running there.`);
    const forget = open ? await openBrowser(url, async () => (await import('open')).default) : null;
    while (!this.#isEnding) {
      await this.#session?.isOver;
      if (!this.#isEnding) await this.#reconnect();
    }
    await forget?.();
    server.close();
    for (const page of this.#pages) page.destroy();
  }

  close(): void {
    this.#isEnding = true;
    this.#pause.abort();
    this.#session?.close();
  }

  async #connectFirst(): Promise<Socketed> {
    let report = await this.#connect();
    for (const part of ['node', 'panel'] as const) {
      if (!report || !('missing' in report) || report.missing !== part) continue;
      await this.#install(report);
      report = await this.#connect();
    }
    if (report && 'socket' in report) return report;
    throw new Error(describe(report, this.#options.target));
  }

  async #connect(): Promise<Report | null> {
    this.#session = new Session(this.#options.target, { folder: this.#folder, script: this.#script });
    return this.#session.readReport();
  }

  async #reconnect(): Promise<void> {
    print(`the connection ${placeOf(this.#options.target)} was lost; connecting again…`);
    for (let attempt = 0; !this.#isEnding; attempt++) {
      const report = await this.#connect();
      if (report && 'socket' in report) return print('connected again.');
      if (report) print(describe(report, this.#options.target));
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
      await sleep(pause, undefined, { signal: this.#pause.signal }).catch(ignoreAbort);
    }
  }

  /** Installs what is missing there, after asking the user. */
  async #install(missing: Missing): Promise<void> {
    const { target, install } = this.#options;
    const plan = await planInstallation(missing, { ...this.#options, folder: this.#folder });
    if (!plan) throw new Error(describe(missing, target));
    const found = describeMissing(missing, this.#options);
    if (!install && !(await confirm(`${found} Install ${plan.what} into ~/.local/share/pi-panel there?`)))
      throw new Error(`${found} Install ${plan.what} there, or let this command do it with --install.`);
    print(`installing ${plan.what} ${placeOf(target)}…`);
    await plan.run();
  }

  #serve(page: Socket): void {
    const far = this.#session?.dial();
    // While the connection is lost, the page keeps trying.
    if (!far) return void page.destroy();
    this.#pages.add(page);
    page.on('close', () => this.#pages.delete(page));
    // Either side may disconnect at any time, and the page reconnects by itself.
    const ignore = (): void => undefined;
    pipeline(page, far).catch(ignore);
    pipeline(far, page).catch(ignore);
  }
}

function describe(report: Report | null, { kind, name }: Target): string {
  if (!report) return `${kind} could not connect to ${name}; its message is above.`;
  if ('error' in report) return report.isHere ? report.error : `${name}: ${report.error}`;
  if (!('missing' in report)) return '';
  if (report.missing === 'panel') return `pi-panel is still not found on ${name} after it was installed.`;
  return `${nodeFound(report.found, name)} pi-panel needs Node 20 or newer in the PATH of a login there. See https://nodejs.org.`;
}

function describeMissing(
  { missing, found }: Missing,
  { target, version }: Pick<RemoteOptions, 'target' | 'version'>,
): string {
  if (missing === 'node') return nodeFound(found, target.name);
  return `${target.name} has ${found ? `pi-panel ${found}, and this is ${version}` : 'no pi-panel'}.`;
}

function nodeFound(found: string, name: string): string {
  return `${name} has ${found ? `only Node ${found}` : 'no Node'}.`;
}

function placeOf({ kind, name }: Target): string {
  return kind === 'ssh' ? `on ${name}` : `in ${name}`;
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y/i.test(await terminal.question(`pi-panel: ${question} [y/N] `));
  } finally {
    terminal.close();
  }
}

function print(words: string): void {
  process.stderr.write(`pi-panel: ${words}\n`);
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error;
}
