// The sub-agents of `pi-subagents` (0.67) in the background. The package writes the state of each run into a file, and its
// bus has requests that steer and stop them. A workflow has each of its children as a step, and each of these has a run of
// its own. One in the foreground is in the result, unless it asked something: it then goes on without the call that waited.
import path from 'node:path';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { countOf, fieldsOf, isText, itemsOf, textOf, type Fields } from '../../../shared/children/child.ts';
import type { ToolRunState } from '../../../shared/view/conversation.ts';
import type { ChildAct, LiveChild } from '../../../shared/view/live-child.ts';
import { readRegularText } from '../../lib/regular-file.ts';
import { SpentInFiles, tokensOf } from './spent.ts';
import { askExtension, type ChildSource, type Events, type KnownChild } from './source.ts';
import { readSupervisorRequests, type SupervisorRequest } from './supervisor-requests.ts';

const STARTED = 'subagent:async-started';
/** A child that went on without its call has ended. */
const ENDED = 'subagent:foreground-complete';
const REQUEST = 'subagents:rpc:v1:request';
const REPLY = 'subagents:rpc:v1:reply:';
/** Begins the failure of a child of a workflow, and has nothing to do with it. */
const BUDGET_LINE = /^Run fan-out: .*\n/;

const STATES: Readonly<Record<string, ToolRunState>> = {
  pending: 'running',
  running: 'running',
  failed: 'failed',
  rejected: 'failed',
  partial: 'failed',
  stopped: 'aborted',
  paused: 'interrupted',
};

/** A child that went on without its call: the result of the call, and the end of the child. */
interface Detached {
  runId: string;
  index: number;
  result: Fields;
  /** Undefined if it belongs to an earlier pi. */
  end: Fields | null | undefined;
}

export class PiSubagentsChildren implements ChildSource {
  readonly #events: Events;
  /** The folders of runs, by their ids. */
  readonly #runs = new Map<string, string>();
  readonly #spent = new SpentInFiles();
  /** By the id of a child here: the name that the package knows. */
  readonly #targets = new Map<string, { runId: string; index: number; childId: string }>();
  readonly #detached = new Map<string, Detached>();
  #session = '';

  constructor(events: Events, onChange: () => void) {
    this.#events = events;
    events.on(STARTED, (data) => {
      const { id, asyncDir } = fieldsOf(data);
      if (isText(id) && isText(asyncDir)) this.#runs.set(id, asyncDir);
      onChange();
    });
    events.on(ENDED, (data) => {
      const end = fieldsOf(data);
      const child = this.#detached.get(`${textOf(end.runId)}:${countOf(end.taskIndex)}`);
      if (child) child.end = end;
      onChange();
    });
  }

  /** A workflow starts without an event. */
  onResult(details: unknown): void {
    this.#onDetails(details, null);
  }

  /** Runs go on while pi is not running; a child in the foreground ends with its pi. */
  onSession({ sessionManager }: ExtensionContext): void {
    this.#session = sessionManager.getSessionId();
    for (const entry of sessionManager.getEntries()) {
      if (entry.type !== 'message' || entry.message.role !== 'toolResult') continue;
      this.#onDetails(entry.message.details, undefined);
    }
  }

  #onDetails(details: unknown, end: null | undefined): void {
    const { asyncId, asyncDir, runId, results } = fieldsOf(details);
    if (isText(asyncId) && isText(asyncDir)) this.#runs.set(asyncId, asyncDir);
    if (!isText(runId)) return;
    for (const result of itemsOf(results)) {
      if (result.detached !== true) continue;
      const index = countOf(result.index);
      this.#detached.set(`${runId}:${index}`, { runId, index, result, end });
    }
  }

  async list(): Promise<KnownChild[]> {
    const statuses = new Map(
      await Promise.all([...this.#runs].map(async ([id, folder]) => [id, await readStatus(folder)] as const)),
    );
    const steps = new Set(
      [...statuses.values()].flatMap(({ steps: all }) => itemsOf(all)).map(({ runId }) => runId),
    );
    const runs = await Promise.all([
      ...[...statuses]
        .filter(([id]) => !steps.has(id))
        .map(([id, status]) => this.#childrenOf(id, status, statuses)),
      ...[...this.#detached].map(async (one) => [await this.#detachedChild(...one)]),
    ]);
    return this.#withQuestions(runs.flat());
  }

  async #withQuestions(known: readonly (KnownChild & Place)[]): Promise<KnownChild[]> {
    const isAnyRunning = known.some(({ child }) => child.state === 'running');
    const requests = isAnyRunning ? await readSupervisorRequests(this.#session) : [];
    return known.map(({ runId, index, ...one }) => {
      const asked = requests.find((request) => request.runId === runId && request.index === index);
      if (!asked || one.child.state !== 'running') return one;
      return { ...one, asked, child: { ...one.child, question: asked.text } };
    });
  }

  async #detachedChild(id: string, { runId, index, result, end }: Detached): Promise<KnownChild & Place> {
    const file = textOf(end?.sessionFile) || textOf(result.sessionFile);
    const spent = await this.#spent.read(file || undefined);
    const ended = end === undefined ? (spent?.stopReason === 'stop' ? 'ok' : 'interrupted') : 'running';
    const state = end ? (STATES[textOf(end.state)] ?? 'ok') : ended;
    const last = textOf(end?.summary);
    return {
      ...{ runId, index, spent },
      child: {
        id,
        name: textOf(result.agent),
        task: taskOf(result),
        model: textOf(result.model),
        state,
        turns: spent?.turns ?? 0,
        tokens: spent && tokensOf(spent),
        cost: spent?.usage.cost.total ?? 0,
        last: state === 'failed' ? '' : last,
        failure: state === 'failed' ? last : '',
        ...(file && { file }),
        acts: [],
      },
    };
  }

  act(id: string, act: ChildAct, text: string): Promise<void> | undefined {
    const target = this.#targets.get(id);
    if (!target) return undefined;
    const { runId, index, childId } = target;
    const requestId = crypto.randomUUID();
    const params = act === 'stop' ? { runId, childId } : { runId, index, message: text };
    return askExtension(this.#events, {
      ...{ request: REQUEST, reply: `${REPLY}${requestId}` },
      data: { version: 1, requestId, method: act, params, source: { extension: 'pi-panel' } },
    });
  }

  #childrenOf(
    runId: string,
    status: Fields,
    statuses: ReadonlyMap<string, Fields>,
  ): Promise<(KnownChild & Place)[]> {
    return Promise.all(
      itemsOf(status.steps).map(async (told, index) => {
        const id = `${runId}:${index}`;
        const [own = {}] = itemsOf(statuses.get(textOf(told.runId))?.steps);
        const step = { ...own, ...told };
        const childId = textOf(step.childId) || textOf(step.workflowKey) || `step:${index}`;
        this.#targets.set(id, { runId, index, childId });
        const file = fileOf(step, status, index);
        const spent = await this.#spent.read(file);
        return {
          // A child of a workflow has a run for itself alone.
          ...(isText(told.runId) ? { runId: told.runId, index: 0 } : { runId, index }),
          // Its package tells what was used only in the results of a call that waits for it.
          spent,
          child: {
            ...{ id, group: runId, ...childOf(step) },
            turns: spent?.turns ?? countOf(step.turnCount),
            tokens: (spent && tokensOf(spent)) ?? (countOf(fieldsOf(step.tokens).total) || null),
            cost: spent?.usage.cost.total ?? 0,
            ...(file !== undefined && { file }),
          },
        };
      }),
    );
  }
}

/** Where a child is, as its questions name it. */
type Place = Pick<SupervisorRequest, 'runId' | 'index'>;

async function readStatus(folder: string): Promise<Fields> {
  try {
    return fieldsOf(JSON.parse(await readRegularText(path.join(folder, 'status.json'))));
  } catch {
    // The package removes old runs, and replaces the file.
    return {};
  }
}

/** The package names the file once it exists, and puts it into a folder for each child before. */
function fileOf({ sessionFile }: Fields, { sessionRoot }: Fields, index: number): string | undefined {
  if (isText(sessionFile)) return sessionFile;
  return isText(sessionRoot) ? path.join(sessionRoot, `run-${index}`, 'session.jsonl') : undefined;
}

function childOf(
  step: Fields,
): Pick<LiveChild, 'name' | 'task' | 'model' | 'state' | 'last' | 'failure' | 'acts'> {
  const state = STATES[textOf(step.status)] ?? 'ok';
  const output = Array.isArray(step.recentOutput) ? textOf(step.recentOutput.at(-1)) : '';
  const tool = textOf(step.currentTool);
  const args = textOf(step.currentToolArgs);
  return {
    name: textOf(step.agent),
    task: taskOf(step),
    model: textOf(step.model),
    state,
    last: state === 'running' && tool ? [tool, args].filter(Boolean).join(': ') : output,
    failure: state === 'failed' ? textOf(step.error).replace(BUDGET_LINE, '') : '',
    acts: state === 'running' ? ['steer', 'stop'] : [],
  };
}

/** The name of its session is made of agent and task. */
function taskOf({ description, label, sessionName, agent }: Fields): string {
  const name = textOf(sessionName);
  const prefix = `${textOf(agent)}: `;
  const task = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return textOf(description) || task || textOf(label);
}
