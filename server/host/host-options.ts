// The options that a panel is started with.
import type { MiddlewareHandler } from 'hono';
import type { AgentStarterOptions } from './agent-starter.ts';
import type { Program } from '../agent/process/program.ts';
import type { GateOptions } from '../gate/gate.ts';
import type { Links } from '../gate/links.ts';

export interface HostOptions extends Pick<
  AgentStarterOptions,
  'workspace' | 'piOptions' | 'withCompanion' | 'isDemo' | 'onBug'
> {
  program: Program;
  /** The paths under which proxies serve the panel (see `parseMount`). */
  mounts?: readonly string[];
  /** Whether a declared proxy is in front of the panel. */
  isBehindProxy?: boolean;
  gate: Omit<GateOptions, 'port' | 'links'> & { links: Links };
  /**
   * Absolute path of the folder for what pi does not store: queued messages, how messages were typed, the output of
   * commands, and file changes. Without it, changes are not recorded, and the rest is lost when the panel ends.
   */
  stateFolder?: string;
  /** Whether notifications may be sent to a push service on this machine. Only for tests. */
  pushToLoopback?: boolean;
  /** Multiplies how long the panel waits for a silent pi or disk. */
  patience?: number | undefined;
  /** The user's own pi, if agents run another one. */
  installedPi?: () => Promise<Program | null>;
  /** Whether the user may open shells. Default: yes. */
  withShells?: boolean;
  /** The panel's version. */
  version: string;
  /** Serves the page. */
  page: MiddlewareHandler;
  /** Identifies the page's build. */
  build: string;
}
