// Finds the folders that pi uses, as pi 0.87.1 does, without asking pi.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SessionPlace {
  /** pi's folder with settings, models, credentials, and sessions. */
  agentDir: string;
  /** The one folder with all session files, if the user moved them out of `<agentDir>/sessions`. */
  sessionDir?: string;
}

export interface SessionPlaceOptions {
  /** The folder against which pi resolves relative paths. */
  workspace: string;
  /** The value of pi's `--session-dir`, if given. */
  sessionDir?: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * Returns the folders. The flag takes precedence over PI_CODING_AGENT_SESSION_DIR, and that over `sessionDir` in the
 * user's settings.json. Project settings are not read, because pi itself reads them only after the folder was trusted.
 */
export async function findSessionPlace(options: SessionPlaceOptions): Promise<SessionPlace> {
  const { workspace, env = process.env } = options;
  const agentDir = path.resolve(workspace, findAgentDir(env));
  const moved = options.sessionDir || env.PI_CODING_AGENT_SESSION_DIR || (await sessionDirSetting(agentDir));
  return moved ? { agentDir, sessionDir: path.resolve(workspace, expandHome(moved)) } : { agentDir };
}

/** Returns PI_CODING_AGENT_DIR, or `~/.pi/agent`. */
export function findAgentDir(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.PI_CODING_AGENT_DIR;
  return named ? expandHome(named) : path.join(homedir(), '.pi', 'agent');
}

/** Returns the name of the folder in `<agentDir>/sessions` for a working folder, such as `--home-me-project--`. */
export function sessionFolderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

function expandHome(name: string): string {
  if (name === '~') return homedir();
  if (name.startsWith('~/') || (path.sep === '\\' && name.startsWith('~\\'))) {
    return path.join(homedir(), name.slice(2));
  }
  return name.startsWith('file://') ? fileURLToPath(name) : name;
}

async function sessionDirSetting(agentDir: string): Promise<string | undefined> {
  try {
    const settings = JSON.parse(await readFile(path.join(agentDir, 'settings.json'), 'utf8')) as {
      sessionDir?: unknown;
    } | null;
    return typeof settings?.sessionDir === 'string' ? settings.sessionDir : undefined;
  } catch {
    // The file is usually missing. pi itself reports a broken one on stderr and ignores it.
    return undefined;
  }
}
