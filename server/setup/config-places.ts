// The places of pi's files that the page's settings edit. auth.json is not among them, because its content never leaves
// pi.
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { CONFIG_FILES, type ConfigName } from '../../shared/setup.ts';
import { findAgentDir } from '../sessions/agent-dir.ts';
import type { LaunchOptions } from '../agent/process/launch.ts';
import type { ConfigPlace } from './config-file.ts';

/** Returns the place of a file. Throws a Refusal 404 for an unknown name. */
export function configPlace(name: string, { cwd, env }: Pick<LaunchOptions, 'cwd' | 'env'>): ConfigPlace {
  const known: ConfigName | undefined = CONFIG_FILES.find((one) => one === name);
  if (!known) throw new Refusal(404, 'unknown_file', `file: must be one of ${CONFIG_FILES.join(', ')}.`);
  const agentDir = path.resolve(cwd, findAgentDir(env));
  switch (known) {
    case 'settings':
      return { path: path.join(agentDir, 'settings.json'), ...SETTINGS };
    case 'project-settings':
      return { path: path.join(cwd, '.pi', 'settings.json'), within: cwd, ...SETTINGS };
    case 'models':
      return { path: path.join(agentDir, 'models.json'), format: 'jsonc', reaction: NO_PROVIDERS };
    case 'mcp':
      return { path: path.join(agentDir, 'mcp.json'), format: 'json', reaction: NO_SERVERS };
    case 'project-mcp':
      return { path: path.join(cwd, '.pi', 'mcp.json'), within: cwd, format: 'json', reaction: NO_SERVERS };
  }
}

const SETTINGS = {
  format: 'json',
  mayBeEmpty: true,
  reaction: 'While it is broken, pi uses its defaults instead, and saves nothing in it.',
} as const;
const NO_PROVIDERS = 'While it is broken, pi knows none of its providers and models.';
const NO_SERVERS = 'While it is broken, pi connects to none of its servers.';
