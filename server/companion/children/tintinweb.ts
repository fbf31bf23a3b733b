// The sub-agents of `@tintinweb/pi-subagents` (0.14), which run inside this pi. Its manager is in a global registry; its
// bus has a request that stops an agent, and its tool steers one with the method of pi's session that is used here.
import { fieldsOf, isText, itemsOf, lastTextOf, textOf } from '../../../shared/children/child.ts';
import type { ToolRunState } from '../../../shared/view/conversation.ts';
import type { ChildAct } from '../../../shared/view/live-child.ts';
import { spentIn, tokensOf } from './spent.ts';
import { askExtension, type ChildSource, type Events, type KnownChild } from './source.ts';

const MANAGER = Symbol.for('pi-subagents:manager');

interface AgentRecord {
  type?: unknown;
  description?: unknown;
  status?: unknown;
  result?: unknown;
  error?: unknown;
  outputFile?: unknown;
  pendingSteers?: string[];
  session?: {
    messages?: readonly unknown[];
    sessionManager?: { getEntries?: () => readonly unknown[] };
    steer?: (text: string) => Promise<void>;
  };
}

const STATES: Readonly<Record<string, ToolRunState>> = {
  queued: 'running',
  running: 'running',
  error: 'failed',
  aborted: 'aborted',
  stopped: 'aborted',
};

export class TintinwebChildren implements ChildSource {
  readonly #events: Events;
  readonly #ids = new Set<string>();

  constructor(events: Events, onChange: () => void) {
    this.#events = events;
    for (const name of ['subagents:created', 'subagents:started'])
      events.on(name, (data) => {
        const { id } = fieldsOf(data);
        if (isText(id)) this.#ids.add(id);
        onChange();
      });
    for (const name of ['subagents:completed', 'subagents:failed']) events.on(name, onChange);
  }

  list(): Promise<KnownChild[]> {
    return Promise.resolve(
      [...this.#ids].flatMap((id) => {
        const record = recordOf(id);
        return record ? [childOf(id, record)] : [];
      }),
    );
  }

  act(id: string, act: ChildAct, text: string): Promise<void> | undefined {
    if (!this.#ids.has(id)) return undefined;
    if (act === 'steer') return steer(recordOf(id), text);
    const requestId = crypto.randomUUID();
    const request = 'subagents:rpc:stop';
    return askExtension(this.#events, {
      ...{ request, reply: `${request}:reply:${requestId}` },
      data: { requestId, agentId: id },
    });
  }
}

function recordOf(id: string): AgentRecord | undefined {
  const { getRecord } = Object((globalThis as Record<symbol, unknown>)[MANAGER]) as {
    getRecord?: (id: string) => AgentRecord | undefined;
  };
  return getRecord?.(id);
}

/** Until it has a session, the package keeps messages for it. */
async function steer(record: AgentRecord | undefined, text: string): Promise<void> {
  if (!record || STATES[textOf(record.status)] !== 'running')
    throw new Error('The sub-agent is not running any more.');
  if (record.session?.steer) await record.session.steer(text);
  else record.pendingSteers = [...(record.pendingSteers ?? []), text];
}

function childOf(id: string, record: AgentRecord): KnownChild {
  const { session } = record;
  const spent = spentIn(session?.sessionManager?.getEntries?.() ?? []);
  const state = STATES[textOf(record.status)] ?? 'ok';
  return {
    spent,
    child: {
      id,
      name: textOf(record.type),
      task: textOf(record.description),
      model: spent.model,
      state,
      turns: spent.turns,
      tokens: tokensOf(spent),
      cost: spent.usage.cost.total,
      last: textOf(record.result) || lastTextOf(itemsOf(session?.messages)),
      failure: state === 'failed' ? textOf(record.error) : '',
      ...(isText(record.outputFile) && { file: record.outputFile }),
      acts: state === 'running' ? ['steer', 'stop'] : [],
    },
  };
}
