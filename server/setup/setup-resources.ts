// Packages, skills and other resources of an agent's project: listing them, switching them, changing their files, and
// running the commands of pi that install packages.
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { PiRun, Resource, Resources, TrustDecision } from '../../shared/resources.ts';
import type { ConfigFile } from '../../shared/setup.ts';
import type { SetupRequest } from '../../shared/setup-protocol.ts';
import type { LaunchOptions } from '../agent/process/launch.ts';
import { findAgentDir } from '../sessions/agent-dir.ts';
import { changeConfig, readConfig, replaceConfig, type Condition } from './config-file.ts';
import { configPlace } from './config-places.ts';
import { packageCommand, type PackageAct } from './package-command.ts';
import { PiRuns } from './pi-runs.ts';
import {
  newResource,
  refuseManaged,
  resourcePlace,
  type NewResource,
  type ResourceFolders,
} from './resource-file.ts';
import { switchResource } from './switch-resource.ts';

export interface ResourceAgent {
  pi: {
    /** Returns how to start another pi like the agent's. */
    launchBeside: (args: readonly string[]) => Promise<LaunchOptions>;
    /** Returns how to start a command of pi, such as `install`. */
    launchCommand: (args: readonly string[]) => Promise<LaunchOptions>;
    /** `trust`: whether the project is trusted for this run. */
    flags: { trust?: boolean | undefined };
  };
  view: { can: { distrust: boolean } };
}

/** `inProject`: switches a part of pi for this project only; null removes that. `isEnabled` then has no effect. */
export type SwitchedResource = Pick<Resource, 'kind' | 'path' | 'isEnabled'> & { inProject?: boolean | null };

export interface SetupResourcesOptions {
  /** Asks the extra pi beside this agent. */
  ask: <T>(agent: ResourceAgent, request: SetupRequest) => Promise<T>;
  /** Called when files have changed that the extra pi has loaded. */
  onChange: () => void;
}

export class SetupResources {
  readonly #options: SetupResourcesOptions;
  readonly runs = new PiRuns();

  constructor(options: SetupResourcesOptions) {
    this.#options = options;
  }

  async list(agent: ResourceAgent): Promise<Resources> {
    const listed = await this.#options.ask<Resources>(agent, { ask: 'resources' });
    const folders = await agent.pi.launchBeside([]);
    const places = (['settings', 'project-settings'] as const).map((name) => configPlace(name, folders));
    const files = await Promise.all(places.map(readConfig));
    const unread = files.filter(({ problem }) => problem !== null).map((file) => file.path);
    return { ...listed, ...(unread.length > 0 && { unread }) };
  }

  async decideTrust(agent: ResourceAgent, wanted: TrustDecision): Promise<void> {
    const decision = wanted === 'ask' ? null : wanted === 'always';
    await this.#options.ask(agent, { ask: 'trust', decision });
    this.#options.onChange();
  }

  /** Runs a command. `isTrusted`: whether the user trusts the project for this command. Throws a Refusal 400 or 409. */
  async runPackageCommand(agent: ResourceAgent, wanted: PackageAct, isTrusted: boolean): Promise<PiRun> {
    const isApproved = (isTrusted || agent.pi.flags.trust === true) && agent.view.can.distrust;
    const args = packageCommand(wanted, isApproved);
    const launch = await agent.pi.launchCommand(args);
    return this.runs.start({
      launch: { ...launch, env: online(launch.env) },
      title: `pi ${args.join(' ')}`,
      onDone: () => Promise.resolve(this.#options.onChange()),
    });
  }

  /** Resolves with the settings file that was changed. Rejects with a Refusal: 404, or 409 if that file is broken. */
  async switch(
    agent: ResourceAgent,
    { isEnabled, inProject, ...wanted }: SwitchedResource,
  ): Promise<ConfigFile> {
    const { resources } = await this.list(agent);
    const resource = resources.find(({ kind, path: file }) => kind === wanted.kind && file === wanted.path);
    if (!resource)
      throw new Refusal(404, 'unknown_resource', 'path: pi no longer lists it. Reload the page.');
    if (inProject !== undefined && !resource.isBuiltIn)
      throw new Refusal(400, 'bad_request', 'inProject: only a part of pi can be switched for one project.');
    const isOfProject = resource.scope === 'project' || inProject !== undefined;
    const name = isOfProject ? 'project-settings' : 'settings';
    const place = configPlace(name, await agent.pi.launchBeside([]));
    const { text, problem } = await readConfig(place);
    const settings =
      text && !problem ? (JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>) : {};
    const wantedState = inProject === undefined ? isEnabled : inProject;
    const change = switchResource(settings, {
      resource,
      isEnabled: wantedState,
      folder: path.dirname(place.path),
    });
    return changeConfig(place, change.path, change.value);
  }

  async read(agent: ResourceAgent, file: string): Promise<ConfigFile> {
    return readConfig(resourcePlace(await this.list(agent), file, await foldersOf(agent)));
  }

  async save(
    agent: ResourceAgent,
    { file, text, condition }: { file: string; text: string; condition: Condition },
  ): Promise<ConfigFile> {
    const listed = await this.list(agent);
    const place = resourcePlace(listed, file, await foldersOf(agent));
    refuseManaged(listed, file);
    return replaceConfig(place, text, condition);
  }

  /** Rejects with a Refusal: 400, or 409 if there is such a file. */
  async create(agent: ResourceAgent, wanted: NewResource): Promise<ConfigFile> {
    const { absent } = await this.list(agent);
    const { place, text } = newResource(wanted, { absent, folders: await foldersOf(agent) });
    if ((await readConfig(place)).text !== null)
      throw new Refusal(409, 'exists', `name: there is a file ${place.path} already.`);
    return replaceConfig(place, text, { ifNoneMatch: '*' });
  }
}

async function foldersOf(agent: ResourceAgent): Promise<ResourceFolders> {
  const { cwd, env } = await agent.pi.launchBeside([]);
  return { user: path.resolve(cwd, findAgentDir(env)), project: path.join(cwd, '.pi') };
}

/**
 * Returns the environment without PI_OFFLINE, with which an update would do nothing and succeed (in pi 0.79.9 to
 * 1.5.2). With this command the user asks for network access.
 */
function online({ PI_OFFLINE: offline, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return offline ? { ...env, PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' } : env;
}
