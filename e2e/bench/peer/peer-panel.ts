// The peer: @agegr/pi-web from the npm registry, installed into a temporary folder and started like the panel, with the
// same folders and the same scripted model.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { PiHome } from '../lab/pi-home.ts';
import type { Lab } from '../lab/lab.ts';
import { startProgram } from '../lab/program.ts';
import { nowMicros, withDeadline } from '../lab/timing.ts';

const run = promisify(execFile);
const NAME = '@agegr/pi-web';
const READY_MS = 60_000;

export interface Installed {
  /** The folder with its node_modules. */
  folder: string;
  version: string;
}

/** Installs a package of the registry, or a packed one, without running scripts of packages. */
export async function install(folder: string, spec: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['install', ...quiet, spec], { cwd: folder });
}

/** BENCH_PEER names a folder where the peer is already installed. */
export async function installPeer(lab: Lab): Promise<Installed> {
  const folder = process.env.BENCH_PEER ?? join(lab.root, 'peer');
  if (!process.env.BENCH_PEER) {
    lab.report(`installing ${NAME}`);
    await install(folder, NAME);
  }
  const manifest = await readFile(join(folder, 'node_modules', NAME, 'package.json'), 'utf8');
  return { folder, version: (JSON.parse(manifest) as { version: string }).version };
}

export class PeerPanel {
  readonly url: URL;
  /** By `nowMicros`. */
  readonly startedAt: number;
  readonly #close: () => Promise<void>;

  private constructor(url: URL, { startedAt, close }: { startedAt: number; close: () => Promise<void> }) {
    this.url = url;
    this.startedAt = startedAt;
    this.#close = close;
  }

  /** Resolves when its server says that it is ready. */
  static async open(lab: Lab, { folder }: Installed, { folders, env }: PiHome): Promise<PeerPanel> {
    const port = await freePort();
    const script = join(folder, 'node_modules', NAME, 'bin', 'pi-web.js');
    const argv = [process.execPath, script, '--port', `${port}`, '--no-open'];
    const quiet = { NEXT_TELEMETRY_DISABLED: '1', PI_WEB_SKIP_VERSION_CHECK: '1', NODE_ENV: 'production' };
    const startedAt = nowMicros();
    const program = startProgram(lab, {
      argv,
      cwd: folders.workspace,
      env: { ...env, ...quiet },
      stdinPatience: 100,
    });
    const ready = Promise.withResolvers<void>();
    let output = '';
    program.child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready in')) ready.resolve();
    });
    await withDeadline(READY_MS, 'the peer', Promise.race([ready.promise, program.failed]));
    return new PeerPanel(new URL(`http://127.0.0.1:${port}/`), { startedAt, close: program.close });
  }

  /** Resolves with the id of a new session. */
  async newSession(cwd: string): Promise<string> {
    const { sessionId } = await this.#post<{ sessionId: string }>('new', { cwd, type: 'ensure_session' });
    return sessionId;
  }

  async prompt(session: string, message: string): Promise<void> {
    await this.#post(session, { type: 'prompt', message });
  }

  /** Follows a session as its page does. `ended` resolves at the end of a run with the bytes that arrived since then. */
  async follow(session: string): Promise<{ ended: Promise<number>; close: () => void }> {
    const outgoing = get(new URL(`api/agent/${session}/events`, this.url), { agent: false });
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200)
      throw new Error(`events: ${response.statusCode} ${await text(response)}`);
    const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
    const before = response.socket.bytesRead;
    let last = '';
    response.on('data', (chunk: Buffer) => {
      last = (last + chunk.toString()).slice(-200_000);
      if (last.includes('"agent_end"')) resolve(response.socket.bytesRead - before);
    });
    // `close` also ends the response with an error, but only after `ended`.
    response.on('error', reject);
    ended.catch(() => undefined);
    return { ended, close: () => outgoing.destroy() };
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(new URL(`api/agent/${path}`, this.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.url.origin },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`The peer answered ${path} with ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
