// The life of a panel, from its command line to its shutdown: the order of the start, and what is printed if it fails.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../shared/error-text.ts';
import { watchIdle } from './activity.ts';
import { reportActivity } from './activity-report.ts';
import { createApp } from './app.ts';
import { childEnvironment } from './agent/process/program.ts';
import { choosePi, describePi } from './choose-pi.ts';
import { makeSampleProject } from './demo/sample.ts';
import type { GateOptions } from './gate/gate.ts';
import { FrameServer } from './frames/frame-server.ts';
import { createHttpServer, readTlsFiles } from './gate/http-server.ts';
import { ownPath } from './gate/mounts.ts';
import { builtPage, devPage } from './gate/page.ts';
import { Links, linksFile } from './gate/links.ts';
import { readTokenFile } from './gate/token.ts';
import { GIT_LIMITS } from './git/git-process.ts';
import { Host } from './host/host.ts';
import { replaceWholeFile } from './lib/replace-whole-file.ts';
import { ROOT } from './lib/root.ts';
import { listen, listeningName } from './listen.ts';
import { openBrowser } from './open-browser.ts';
import { HELP, readCommandLine, type Options } from './options.ts';
import { Shutdown } from './shutdown.ts';
import { openStateFolder, stateFolder } from './state-folder.ts';
import { isRemoteCommand, readRemoteCommandLine, remoteProgram } from './remote/target.ts';

/**
 * `args` are the command-line arguments after the script's name. Resolves once the panel is ready, or once help, the
 * version or a wrong option is printed. Exits the process if the panel cannot start.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (isRemoteCommand(args[0])) return runRemoteCommand(args, env);
  const commandLine = readCommandLine(args, env);
  if ('error' in commandLine) {
    process.stderr.write(`pi-panel: ${commandLine.error} (--help lists the options)\n`);
    process.exitCode = 2;
  } else if ('print' in commandLine) {
    process.stdout.write(commandLine.print === 'help' ? HELP : `${await ownVersion()}\n`);
  } else {
    await start(commandLine.options, env).catch((error: unknown) => {
      process.stderr.write(`pi-panel cannot start: ${errorText(error)}\n`);
      process.exit(1);
    });
  }
}

/** Runs `ssh` and the other remote commands, their far side, or the panel behind `/panel`. */
async function runRemoteCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (args[0] === 'attach')
    return (await import('./remote/attach.ts')).attach(args.slice(1), stateFolder(env));
  if (args[0] === 'background')
    return (await import('./remote/report-local.ts')).reportLocal(args.slice(1), {
      folder: stateFolder(env),
      env,
    });
  const commandLine = readRemoteCommandLine(args);
  if ('error' in commandLine) {
    process.stderr.write(`pi-panel: ${commandLine.error} (--help lists the options)\n`);
    process.exitCode = 2;
    return;
  }
  if ('print' in commandLine) return void process.stdout.write(HELP);
  const { runRemote } = await import('./remote/remote.ts');
  await runRemote({ ...commandLine, root: ROOT, version: await ownVersion() }).catch((error: unknown) => {
    process.stderr.write(`pi-panel: ${errorText(error)}\n`);
    process.exitCode = 1;
  });
}

async function start(options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  if (options.workspace !== null) await requireFolder(options.workspace);
  const prefersInstalled = env.PI_PANEL_COMMAND !== undefined;
  const pis = choosePi({
    agent: options.agent,
    prefersInstalled,
    env: childEnvironment(env),
    folder: options.folder,
    cwd: options.workspace ?? options.folder,
    patience: options.patience,
    onSlow: (command) => process.stderr.write(`pi-panel: waiting for ${command} to print its version ...\n`),
  });
  GIT_LIMITS.tickMs *= options.patience;
  const shutdown = new Shutdown(printBug);
  let forgetLink = (): Promise<void> => Promise.resolve();
  const { tokenFile, forgetTokens: forget } = options;
  const links = new Links({
    isOpen: options.socket !== null && tokenFile === null,
    ...(tokenFile && { token: await readTokenFile(tokenFile) }),
    // The browser has opened the link, so its copy on disk can be removed. With a token file it stays, because a page
    // that was already open may use the same token.
    onUse: () => void (tokenFile === null && forgetLink()),
    onReplace: async (token) => {
      if (tokenFile) await replaceWholeFile(tokenFile, `${token}\n`);
      process.stdout.write(`pi-panel: all earlier links have ended. The new one: ${urlOf(token)}\n`);
    },
    onTrouble: (words) => process.stderr.write(`pi-panel: links may not outlast this start: ${words}\n`),
  });
  const urlOf = (token: string): string => {
    if (options.socket) return `unix:${options.socket}`;
    const scheme = options.tls ? 'https' : 'http';
    const name = listeningName(options.host) ?? 'localhost';
    return `${scheme}://${name}:${host.port}${options.basePaths[0] ?? ''}/#t=${token}`;
  };
  const tls = options.tls && (await readTlsFiles(options.tls));
  const [page, program, version] = await Promise.all([
    shutdown.own(() => (options.dev ? devPage(ROOT) : builtPage(ROOT))),
    pis.program,
    ownVersion(),
  ]);
  const state = await shutdown.own(() => openStateFolder(env));
  const sample = options.workspace === null ? await shutdown.own(() => makeSampleProject()) : null;
  const host = new Host({
    workspace: sample?.dir ?? options.workspace ?? process.cwd(),
    program,
    piOptions: options.piOptions,
    isDemo: options.demo,
    withCompanion: options.companion,
    withShells: options.shell,
    stateFolder: state.folder,
    patience: options.patience,
    pushToLoopback: options.pushToLoopback,
    mounts: options.basePaths,
    isBehindProxy: options.behindProxy,
    gate: {
      links,
      allowedHosts: options.allowedHosts,
      frameAncestors: options.frameAncestors,
      otherPanels: options.otherPanels,
      onGuessLimit: () => process.stderr.write(MANY_GUESSES),
      transport: transportOf(options),
    },
    page: page.handler,
    build: page.build,
    version,
    installedPi: () => pis.installed,
    onBug: printBug,
  });
  // The last resort for a promise that nobody awaits: without it, Node would end the panel with all agents.
  process.on('unhandledRejection', printBug);
  shutdown.isStuck = () => host.isStuck;
  shutdown.add(async () => void (await Promise.all([host.close(), forgetLink()])));
  // pi takes the longest to load, so it is started before listening, and loads while the browser opens.
  await host.starter.openFirst();
  const frames = new FrameServer({
    frames: host.frames,
    pathOf: ({ url = '', headers }) => ownPath(url, String(headers['x-forwarded-prefix'] ?? ''), host),
    frameAncestors: options.frameAncestors,
    filesOf: (agent) => host.workspace(agent),
    script: page.frameScript,
    onBug: printBug,
  });
  const server = createHttpServer({
    fetch: createApp(host).fetch,
    findFrame: (request) => frames.find(request),
    upgradeFrame: (...given) => frames.upgrade(...given),
    isFramed: options.frameAncestors.length > 0,
    ...(tls && { tls }),
  });
  try {
    await listen(server, options);
  } catch (error) {
    await shutdown.close();
    throw error;
  }
  host.server = server;
  void host.starter.restore(host.port);
  host.sessions.searches.indexLater();
  const place = { workspace: options.workspace ?? 'the sample project', port: host.port };
  await host.budgets.open();
  await host.languages.choices.open().catch(host.onBug);
  await host.push.open(linksFile('', place));
  if (forget) host.push.removeAll();
  // With a token file, the user keeps the token there, and deletes the file to end it.
  if (!tokenFile && !options.socket && state.problem === null)
    links.keepIn(linksFile(path.join(state.folder, 'links'), place), { forget });
  process.stdout.write(`pi-panel ready: ${urlOf(links.token)}\n`);
  if (options.open && !options.socket)
    forgetLink = await openBrowser(urlOf(links.token), async () => (await import('open')).default);
  process.stderr.write(
    `pi-panel: ${describePi(program, await pis.installed, { agent: options.agent, prefersInstalled })}\n`,
  );
  for (const problem of [state.problem, await host.sessions.findWriteProblem()])
    if (problem !== null) process.stderr.write(`pi-panel: ${problem}\n`);
  const remote = options.agent === null ? null : remoteProgram(program.argv);
  if (remote) process.stderr.write(remoteWarning(remote));
  watchUse(host, { options, env, onIdle: () => shutdown.begin() });
}

/** Watches the use of the panel, for hosts that end idle servers, or that want to be told which ones are in use. */
function watchUse(
  host: Host,
  { options, env, onIdle }: { options: Options; env: NodeJS.ProcessEnv; onIdle: () => void },
): void {
  const { activity } = host;
  const { idleExit: limit, activityUrl: url } = options;
  const isBusy = (): boolean => host.isBusy;
  const onTrouble = (words: string): void => void process.stderr.write(`pi-panel: ${words}\n`);
  if (url !== null) reportActivity({ url, env, activity, isBusy, onTrouble });
  if (limit === null) return;
  watchIdle({
    activity,
    isBusy,
    limit,
    onIdle: () => {
      onTrouble(`nobody has used it for ${limit} ${limit === 1 ? 'second' : 'seconds'}, so it ends.`);
      onIdle();
    },
  });
}

const remoteWarning = (name: string): string =>
  `pi-panel: --agent runs pi through ${name}, but the files, output and sessions that the page shows are those of this machine. To work on the other one: pi-panel ${name} NAME:FOLDER\n`;

function transportOf({ tls, behindProxy, socket }: Options): GateOptions['transport'] {
  if (socket) return 'socket';
  if (tls) return 'tls';
  return behindProxy ? 'proxy' : 'plain';
}

async function requireFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => null);
  if (!stats) throw new Error(`there is no folder ${folder}.`);
  if (!stats.isDirectory()) throw new Error(`${folder} is not a folder.`);
}

const MANY_GUESSES =
  'pi-panel: more than 100 requests with a wrong token within a minute, all refused. Unless they come from an old tab of yours, somebody may be trying to get in.\n';

function printBug(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

async function ownVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
