// The temporary folders of a panel under test, and the environment that keeps it there: neither HOME nor pi's folder
// nor the API keys of the user are read.
import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PanelFolders {
  /** The root of all others; absolute and without links. */
  root: string;
  home: string;
  /** pi's own folder. */
  agentDir: string;
  tmp: string;
  workspace: string;
}

export interface FolderOptions {
  /** The folder in which the root is created. Default: the system's temporary folder. */
  parent?: string;
  /** Name of the workspace folder. Default: `project`. */
  workspaceName?: string;
  /** Files of the workspace, by their path relative to it. */
  files?: Record<string, string>;
  /** pi's settings.json. */
  settings?: object;
}

export async function makeFolders(options: FolderOptions = {}): Promise<PanelFolders> {
  const { parent = tmpdir(), workspaceName = 'project', files = {}, settings } = options;
  const root = await realpath(await mkdtemp(path.join(parent, 'pi-panel-test-')));
  const [home, agentDir, tmp] = ['home', 'agent', 'tmp'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  const workspace = path.join(root, workspaceName);
  for (const folder of [home, agentDir, tmp, workspace]) await mkdir(folder);
  await shareExtensionCache(tmp);
  await writeFiles(workspace, files);
  if (settings) await writeFile(path.join(agentDir, 'settings.json'), JSON.stringify(settings));
  return { root, home, agentDir, tmp, workspace };
}

/**
 * Shares the cache of compiled extensions, which pi keeps in its temporary folder (in pi 0.84.4 to 1.5.2). With a new
 * folder for each panel, pi would load a compiler at each start: 740 ms of CPU time instead of 510.
 */
async function shareExtensionCache(tmp: string): Promise<void> {
  const shared = path.join(tmpdir(), 'jiti');
  await mkdir(shared, { recursive: true });
  await symlink(shared, path.join(tmp, 'jiti'), 'junction');
}

/** Writes files of the workspace by their relative paths. */
export async function writeFiles(workspace: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeNested(path.join(workspace, name), content);
}

/** Writes a file of the workspace, and creates the folders above it. */
async function writeNested(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/**
 * The folder of pi's compiled modules, which are in the temporary folder unless this names another one (in pi 0.84.4 to
 * 1.5.2). With a new folder for each panel, pi would compile them at each start: 550 ms of CPU time instead of 230.
 */
const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compile', import.meta.url));

/** The environment of a panel process. */
export function isolatedEnvironment(folders: PanelFolders): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/_API_KEY$|^PI_|^NODE_TEST|DISPLAY$/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    ...piVariables(folders),
    TMPDIR: folders.tmp,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PI_PANEL_DEMO_PACE: '0',
  };
}

/** Environment variables that keep pi in these folders and off the network. */
export function piVariables({ home, agentDir }: PanelFolders): Record<string, string> {
  return {
    HOME: home,
    PI_CODING_AGENT_DIR: agentDir,
    PI_OFFLINE: '1',
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
    // pi sends its requests through HTTP_PROXY, even those to loopback (in pi 0.87.1).
    no_proxy: '127.0.0.1',
    NO_PROXY: '127.0.0.1',
  };
}
