// A real JupyterHub with its proxy, configured by docs/deploy/jupyterhub_config.py, for one user of this machine.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { isolatedEnvironment, type PanelFolders } from './folders.ts';

const CONFIG = fileURLToPath(new URL('../../docs/deploy/jupyterhub_config.py', import.meta.url));
const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
/** Debian's proxy finds its packages only with Debian's Node. */
const MODULES = { NODE_PATH: '/usr/share/nodejs' };

/** Resolves to false, or to the reason to skip a test that needs JupyterHub. */
export async function whyNoHub(): Promise<string | false> {
  for (const program of ['jupyterhub', 'configurable-http-proxy']) {
    const env = { ...process.env, ...MODULES };
    const isThere = await new Promise((resolve) =>
      execFile(program, ['--version'], { env }, (error) => resolve(!error)),
    );
    if (!isThere)
      return `needs ${program}: apt-get install jupyterhub, npm install -g configurable-http-proxy`;
  }
  return false;
}

export interface HubOptions {
  folders: PanelFolders;
  /** The address that the browser uses. */
  address: string;
  /** The panel's options, as the user enters them. */
  options: string;
  modelUrl: string;
}

export interface Hub {
  /** The port of its proxy, on loopback. */
  port: number;
  /** The output of the hub and its panels. */
  output: () => string;
  close: () => Promise<void>;
}

/** Starts the hub. Resolves once it serves its login page, which accepts any name and password. */
export async function startHub({ folders, address, options, modelUrl }: HubOptions): Promise<Hub> {
  const [port, api, hub] = await Promise.all([freePort(), freePort(), freePort()]);
  const bin = path.join(folders.root, 'bin');
  await mkdir(bin);
  const program = path.join(bin, 'pi-panel');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  await chmod(program, 0o755);
  const env = {
    ...isolatedEnvironment(folders),
    ...MODULES,
    PATH: `${bin}:${process.env.PATH}`,
    PI_PANEL_HOST: address,
    PI_PANEL_OPTIONS: `--demo --workspace ${folders.workspace} ${options}`,
    PI_PANEL_DEMO_URL: modelUrl,
    CONFIGPROXY_AUTH_TOKEN: 'of-this-test',
  };
  const config = path.join(folders.root, 'hub.py');
  // The user is the one who runs the test; everything else follows the documentation.
  await writeFile(
    config,
    `exec(open(${JSON.stringify(CONFIG)}).read())
home_of = lambda spawner: ${JSON.stringify(folders.home)}
c.JupyterHub.authenticator_class = 'dummy'
c.JupyterHub.spawner_class = 'simple'
c.SimpleLocalProcessSpawner.home_dir_template = ${JSON.stringify(folders.home)}
c.Spawner.env_keep = ${JSON.stringify(Object.keys(env))}
c.Spawner.poll_interval = 1
c.JupyterHub.bind_url = 'http://127.0.0.1:${port}'
c.JupyterHub.hub_bind_url = 'http://127.0.0.1:${hub}'
c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:${api}'
c.JupyterHub.db_url = 'sqlite:///:memory:'
c.JupyterHub.cleanup_servers = True
`,
  );
  const child = spawn('jupyterhub', ['-f', config], {
    cwd: folders.root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  while (
    !(await fetch(`http://127.0.0.1:${port}/hub/login`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`jupyterhub ended (${child.exitCode}): ${output}`);
    await delay(100);
  }
  return {
    port,
    output: () => output,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
