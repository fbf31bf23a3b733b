// One panel from its command line to its end: what starts in which order, and what is printed when it fails.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText } from '../shared/error-text.ts';
import { createApp } from './app.ts';
import { foreignPi, ownPi } from './agent/process/program.ts';
import { makeSampleProject } from './demo/sample.ts';
import { createHttpServer, readTlsFiles } from './gate/http-server.ts';
import { builtPage, devPage } from './gate/page.ts';
import { createToken, readTokenFile } from './gate/token.ts';
import { Host } from './host.ts';
import { listen, listeningName } from './listen.ts';
import { openBrowser } from './open-browser.ts';
import { HELP, readCommandLine, type Options } from './options.ts';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Resolves once the panel is ready, or has printed why it cannot start. `args` are those after the script's name. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const line = readCommandLine(args, env);
  if ('error' in line) {
    process.stderr.write(`pi-panel: ${line.error} (--help lists the options)\n`);
    process.exitCode = 2;
  } else if ('print' in line) {
    process.stdout.write(line.print === 'help' ? HELP : `${await ownVersion()}\n`);
  } else {
    await start(line.options, env).catch((error: unknown) => {
      process.stderr.write(`pi-panel cannot start: ${errorText(error)}\n`);
      process.exit(1);
    });
  }
}

async function start(options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  const token = options.tokenFile ? await readTokenFile(options.tokenFile) : createToken();
  const tls = options.tls && (await readTlsFiles(options.tls));
  const [page, program] = await Promise.all([
    options.dev ? devPage(ROOT) : builtPage(ROOT, options.basePath),
    options.agent === null ? ownPi() : foreignPi(options.agent),
  ]);
  let forgetLink = (): Promise<void> => Promise.resolve();
  const sample = options.workspace === null ? await makeSampleProject() : null;
  const host = new Host({
    workspace: sample?.dir ?? options.workspace ?? process.cwd(),
    program,
    piOptions: options.piOptions,
    isDemo: options.demo,
    withCompanion: options.companion,
    stateFolder: stateFolder(env),
    patience: options.patience,
    gate: {
      token,
      allowedHosts: options.allowedHosts,
      basePath: options.basePath,
      onGuesses: () => process.stderr.write(GUESSES),
      // With a token file, a page that was already open may use the same token: its request does not mean that the link
      // was opened.
      onAdmission: () => {
        if (!options.tokenFile) void forgetLink();
      },
      transport: options.tls ? 'tls' : options.behindProxy ? 'proxy' : 'plain',
    },
    page: page.handler,
    build: page.build,
    onBug: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  });
  const end = async (): Promise<void> => {
    await Promise.all([host.close(), forgetLink()]);
    await Promise.all([page.close(), sample?.close()]);
  };
  endOnSignal(end, () => host.isStuck);
  // pi takes longest: start it first, so that it loads while the browser opens.
  await host.open({});
  const server = createHttpServer({ fetch: createApp(host).fetch, ...(tls && { tls }) });
  try {
    await listen(server, options);
  } catch (error) {
    await end();
    throw error;
  }
  host.server = server;

  const scheme = options.tls ? 'https' : 'http';
  const name = listeningName(options.host) ?? 'localhost';
  const url = `${scheme}://${name}:${host.port}${options.basePath}/#t=${token}`;
  process.stdout.write(`pi-panel ready: ${url}\n`);
  if (options.open) forgetLink = await openBrowser(url);
}

const GUESSES =
  'pi-panel: more than 100 wrong tokens within a minute. They are refused. If this is not an old tab of yours, somebody is trying to get in.\n';

/** The first signal ends everything in order; a second one does not wait. */
function endOnSignal(end: () => Promise<void>, isStuck: () => boolean): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) leave(1, isStuck());
      isEnding = true;
      void end().then(() => leave(0, isStuck()));
    });
  }
}

/** Node waits for all its threads before it exits, even for one that waits for a disk that is gone. */
function leave(code: number, isStuck: boolean): never {
  if (isStuck) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** The panel's own folder; it keeps nothing in pi's. */
function stateFolder({ XDG_STATE_HOME: named }: NodeJS.ProcessEnv): string {
  return path.join(
    named && path.isAbsolute(named) ? named : path.join(homedir(), '.local', 'state'),
    'pi-panel',
  );
}

async function ownVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
