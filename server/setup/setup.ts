// Sets pi up for the agents: runs one extra pi for each way in which agents are started, until it is no longer needed,
// keeps the sign-ins, and informs the running agents.
import type {
  Changelog,
  ChangelogRequest,
  AgentNotice,
  FileSchema,
  ListedModels,
  ModelTest,
  Providers,
  ProviderTest,
  SchemaName,
  SetupModels,
  SignIn,
  SignInKind,
} from '../../shared/setup.ts';
import type { ListAnswer, ListRequest, SetupRequest } from '../../shared/setup-protocol.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findEndlessFile } from '../agent/process/endless-files.ts';
import { describeProblem, refuseBroken } from './config-problems.ts';
import { EXTENSION_FAILED, SetupPi } from './setup-pi.ts';
import { diagnose, explain, isUnknownModel, modelsToTry, testModel, TINY } from './test-model.ts';
import { SetupResources, type ResourceAgent } from './setup-resources.ts';
import { SignIns } from './sign-ins.ts';

/** How long an unused extra pi is kept. It is usually needed again soon; after this time its memory is worth more. */
const IDLE_MS = 2 * 60_000;

/** The agent whose pi is set up. */
export interface SetupAgent {
  pi: Pick<ResourceAgent['pi'], 'launchBeside'>;
}

export interface SetupOptions {
  /** The file of the extension that the extra pi loads. */
  extension: string;
  /** Makes all running agents pick up changed credentials or models. */
  informAgents: () => Promise<AgentNotice[]>;
  /** Default: `IDLE_MS`. */
  idleMs?: number;
}

interface Running {
  pi: SetupPi;
  timer: NodeJS.Timeout;
}

export class Setup {
  readonly #options: SetupOptions;
  readonly #running = new Map<string, Running>();
  readonly #ending = new Set<Promise<void>>();
  readonly signIns = new SignIns();
  readonly resources = new SetupResources({
    ask: (agent, request) => this.#askResources(agent, request),
    onChange: () => this.#endAll(),
  });

  constructor(options: SetupOptions) {
    this.#options = options;
  }

  async providers(agent: SetupAgent): Promise<Providers> {
    const broken = await describeProblem('auth', await agent.pi.launchBeside([]));
    const { error, providers } = await (await this.#pi(agent)).ask<Providers>({ ask: 'providers' });
    return { providers, error: broken ?? error };
  }

  async models(agent: SetupAgent): Promise<SetupModels> {
    return (await this.#pi(agent)).ask<SetupModels>({ ask: 'models' });
  }

  /** Returns the schema that comes with the agent's pi, or null if none does. */
  async schema(agent: SetupAgent, file: SchemaName): Promise<FileSchema | null> {
    return (await this.#pi(agent)).ask<FileSchema | null>({ ask: 'schema', file });
  }

  /** Returns null if there is none, or nothing newer. */
  async changelog(agent: SetupAgent, request: ChangelogRequest): Promise<Changelog | null> {
    return (await this.#pi(agent)).ask<Changelog | null>({ ask: 'changelog', ...request });
  }

  /** Sends one tiny request to a model. */
  async testModel(
    agent: SetupAgent,
    { provider, model, baseUrl }: { provider: string; model: string; baseUrl: string },
  ): Promise<ModelTest> {
    const chosen = ['--provider', provider, '--model', model];
    const extension = ['--no-session', '-e', this.#options.extension];
    return testModel(await agent.pi.launchBeside([...extension, ...TINY, ...chosen]), baseUrl);
  }

  /** Sends one tiny request to a cheap model of a provider. */
  async testProvider(agent: SetupAgent, provider: string): Promise<ProviderTest> {
    const { models } = await this.models(agent);
    let test: ProviderTest = {
      ...{ isOk: false, model: null, details: provider },
      title: 'pi has no model of this provider.',
    };
    for (const { id, baseUrl } of modelsToTry(models, provider)) {
      test = { model: id, ...(await this.testModel(agent, { provider, model: id, baseUrl })) };
      if (test.isOk || !isUnknownModel(test)) break;
    }
    return test;
  }

  /** Asks a server for its models. A key is used for this request only. */
  async listModels(agent: SetupAgent, request: ListRequest): Promise<ListedModels> {
    const pi = await this.#pi(agent);
    const answer = await pi.ask<ListAnswer>({ ask: 'list_models', ...request });
    if ('models' in answer) return answer;
    const { error } = answer;
    const reason = await diagnose(pi, { error, baseUrl: request.baseUrl });
    return { title: reason ?? explainList(error), details: error };
  }

  /** Call this when models.json changed. */
  informAgents(): Promise<AgentNotice[]> {
    return this.#options.informAgents();
  }

  async signIn(
    agent: SetupAgent,
    request: { provider: string; kind: SignInKind; key?: string | undefined },
  ): Promise<SignIn> {
    await refuseBroken('auth', await agent.pi.launchBeside([]));
    const pi = await this.#pi(agent);
    const onDone = async (): Promise<void> => void (await this.#options.informAgents());
    return this.signIns.start({ pi, ...request, onDone });
  }

  async signOut(agent: SetupAgent, provider: string): Promise<AgentNotice[]> {
    await refuseBroken('auth', await agent.pi.launchBeside([]));
    await (await this.#pi(agent)).ask({ ask: 'sign_out', provider });
    return this.#options.informAgents();
  }

  async close(): Promise<void> {
    this.signIns.close();
    await this.resources.runs.close();
    const all = [...this.#running.values()];
    this.#running.clear();
    for (const { timer } of all) clearTimeout(timer);
    await Promise.all([...all.map(({ pi }) => pi.close()), ...this.#ending]);
  }

  /** Asks without the user's extensions if one of them does not load, so that it can be switched off. */
  async #askResources<T>(agent: SetupAgent, request: SetupRequest): Promise<T> {
    try {
      return await (await this.#pi(agent)).ask<T>(request);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== EXTENSION_FAILED) throw error;
      return (await this.#pi(agent, ['--no-extensions'])).ask<T>(request);
    }
  }

  async #pi(agent: SetupAgent, options: readonly string[] = []): Promise<SetupPi> {
    const extension = ['--no-session', '-e', this.#options.extension];
    const launch = await agent.pi.launchBeside([...options, ...extension]);
    const problem = await findEndlessFile(launch.cwd, null);
    if (problem) throw new Refusal(409, 'setup_failed', problem.message);
    const key = JSON.stringify([launch.argv, launch.cwd, launch.env]);
    const known = this.#running.get(key);
    if (known) {
      known.timer.refresh();
      return known.pi;
    }
    // By the time this pi has exited, another one may have taken its place.
    const onExit = (): void => void (this.#running.get(key)?.pi === pi && this.#end(key));
    const pi: SetupPi = new SetupPi({ launch, onExit });
    const idleMs = this.#options.idleMs ?? IDLE_MS;
    this.#running.set(key, { pi, timer: setTimeout(() => this.#endIdle(key), idleMs).unref() });
    return pi;
  }

  /**
   * Ends all extra pis, so that the next request starts one that has loaded what changed. A sign-in under way keeps its
   * own.
   */
  #endAll(): void {
    if (!this.signIns.isBusy) for (const key of [...this.#running.keys()]) this.#end(key);
  }

  #endIdle(key: string): void {
    const running = this.#running.get(key);
    if (running?.pi.isBusy) running.timer.refresh();
    else this.#end(key);
  }

  #end(key: string): void {
    const running = this.#running.get(key);
    if (!running) return;
    clearTimeout(running.timer);
    this.#running.delete(key);
    const ending = running.pi.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

function explainList(error: string): string {
  if (/^40[45]\b/.test(error)) return 'The server has no list of models at this address.';
  return explain(error, 'The server did not list its models.').title;
}
