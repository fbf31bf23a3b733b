// Where pi keeps its things, found the way pi 0.87.1 finds it, without asking pi.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SessionPlace {
  /** pi's own folder: settings, models, credentials, sessions. */
  agentDir: string;
  /** The one folder that holds all session files, where a person moved them out of `<agentDir>/sessions`. */
  sessionDir?: string;
}

export interface SessionPlaceOptions {
  /** What pi takes relative paths from. */
  workspace: string;
  /** The value of `--session-dir`, when pi is started with it. */
  sessionDir?: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * The flag comes before PI_CODING_AGENT_SESSION_DIR, and that before `sessionDir` in the user's settings.json.
 * A project's own settings are not read: pi itself does so only after the folder was trusted.
 */
export async function findSessionPlace(options: SessionPlaceOptions): Promise<SessionPlace> {
  const { workspace, env = process.env } = options;
  const agentDir = path.resolve(workspace, findAgentDir(env));
  const moved = options.sessionDir || env.PI_CODING_AGENT_SESSION_DIR || (await sessionDirSetting(agentDir));
  return moved ? { agentDir, sessionDir: path.resolve(workspace, expandHome(moved)) } : { agentDir };
}

/** PI_CODING_AGENT_DIR, or `~/.pi/agent`. */
export function findAgentDir(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.PI_CODING_AGENT_DIR;
  return named ? expandHome(named) : path.join(homedir(), '.pi', 'agent');
}

/** The name of the folder under `<agentDir>/sessions` for a working folder, such as `--home-me-project--`. */
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
    // Mostly there is none; a broken one pi itself reports on stderr and ignores.
    return undefined;
  }
}
