// The command line: the only file that acts when it is imported.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { foreignPi, ownPi } from './agent/program.ts';
import { makeSampleProject } from './demo/sample.ts';
import { createHttpServer } from './gate/http-server.ts';
import { readTokenFile } from './gate/token-file.ts';
import { createToken } from './gate/token.ts';
import { Host } from './host.ts';
import { listen } from './listen.ts';
import { openBrowser } from './open-browser.ts';
import { HELP, readCommandLine, type Options } from './options.ts';
import { builtPage, devPage } from './page.ts';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const line = readCommandLine(process.argv.slice(2), process.env);
if ('wrong' in line) {
  process.stderr.write(`pi-panel: ${line.wrong} (--help lists the options)\n`);
  process.exitCode = 2;
} else if ('print' in line) {
  process.stdout.write(line.print === 'help' ? HELP : `${await ownVersion()}\n`);
} else {
  try {
    await start(line.options);
  } catch (error) {
    process.stderr.write(
      `pi-panel cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}

async function start(options: Options): Promise<void> {
  const token = options.tokenFile ? await readTokenFile(options.tokenFile) : createToken();
  const page = await (options.dev ? devPage(ROOT) : builtPage(ROOT, options.basePath));
  const sample = options.workspace === null ? await makeSampleProject() : null;
  const host = new Host({
    workspace: sample?.dir ?? options.workspace ?? process.cwd(),
    program: await (options.agent === null ? ownPi() : foreignPi(options.agent)),
    piOptions: options.piOptions,
    isDemo: options.demo,
    gate: {
      token,
      allowedHosts: options.allowedHosts,
      basePath: options.basePath,
      transport: options.tls ? 'tls' : options.behindProxy ? 'proxy' : 'plain',
    },
    page: page.handler,
    build: page.build,
    onBug: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  });
  const app = createApp(host);
  const tls = options.tls && { cert: await readFile(options.tls.cert), key: await readFile(options.tls.key) };
  const server = createHttpServer({ fetch: app.fetch, ...(tls && { tls }) });
  await listen(server, options);
  host.server = server;
  endOnSignal(host, [page.close, () => sample?.close()]);

  // pi starts while the browser does.
  await host.open({});
  const scheme = options.tls ? 'https' : 'http';
  const name = options.host === '::1' ? '[::1]' : options.host;
  const url = `${scheme}://${name}:${host.port}${options.basePath}/#t=${token}`;
  process.stdout.write(`pi-panel ready: ${url}\n`);
  if (options.open) await openBrowser(url);
}

/** The first signal ends everything in order; a second one does not wait. */
function endOnSignal(host: Host, closers: readonly (() => unknown)[]): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      void host
        .close()
        .then(() => Promise.all(closers.map((close) => close())))
        .then(() => process.exit(0));
    });
  }
}

async function ownVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
