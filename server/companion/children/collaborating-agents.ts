// The sub-agents of `@baochunli/pi-collaborating-agents` (0.4.6): processes of pi, each with a record in a folder of the
// package, and an inbox for messages. It has nothing that stops one.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { fieldsOf, isText, textOf, type Fields } from '../../../shared/children/child.ts';
import type { ToolRunState } from '../../../shared/view/conversation.ts';
import type { ChildAct } from '../../../shared/view/live-child.ts';
import { readRegularText } from '../../lib/regular-file.ts';
import { replaceWholeFile } from '../../lib/replace-whole-file.ts';
import { SpentInFiles, tokensOf } from './spent.ts';
import type { ChildSource, KnownChild } from './source.ts';

const STATES: Readonly<Record<string, ToolRunState>> = {
  launching: 'running',
  running: 'running',
  failed: 'failed',
};

export class CollaboratingChildren implements ChildSource {
  #session = '';
  readonly #spent = new SpentInFiles();
  /** The records by the path of their file. A record of another session stays one. */
  readonly #records = new Map<string, { mtimeMs: number; record: Fields }>();

  onSession({ sessionManager }: ExtensionContext): void {
    this.#session = sessionManager.getSessionId();
  }

  async list(): Promise<KnownChild[]> {
    const records = await this.#readRecords();
    const own = records.filter(({ parentSessionId }) => parentSessionId === this.#session);
    return Promise.all(
      own.toSorted(byStart).map(async (record) => {
        const file = isText(record.sessionFile) ? record.sessionFile : undefined;
        return childOf(record, await this.#spent.read(file), file);
      }),
    );
  }

  act(id: string, act: ChildAct, text: string): Promise<void> | undefined {
    const found = [...this.#records.values()].find(({ record }) => record.recordId === id)?.record;
    if (!found || act !== 'steer') return undefined;
    return sendUrgently(found, text);
  }

  async #readRecords(): Promise<Fields[]> {
    const folder = path.join(baseFolder(), 'runs');
    const names = await readdir(folder).catch(() => []);
    await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map(async (name) => {
          const file = path.join(folder, name);
          try {
            const { mtimeMs } = await stat(file);
            if (this.#records.get(file)?.mtimeMs === mtimeMs) return;
            const record = fieldsOf(JSON.parse(await readRegularText(file)));
            this.#records.set(file, { mtimeMs, record });
          } catch {
            // The package replaces and removes records.
          }
        }),
    );
    return [...this.#records.values()].map(({ record }) => record);
  }
}

const baseFolder = (): string =>
  process.env.COLLABORATING_AGENTS_DIR || path.join(homedir(), '.pi', 'agent', 'collaborating-agents');

const byStart = (a: Fields, b: Fields): number =>
  textOf(a.startedAt).localeCompare(textOf(b.startedAt)) ||
  textOf(a.recordId).localeCompare(textOf(b.recordId));

function childOf(
  record: Fields,
  spent: Awaited<ReturnType<SpentInFiles['read']>>,
  file: string | undefined,
): KnownChild {
  const state = STATES[textOf(record.status)] ?? 'ok';
  const output = textOf(record.outputPreview);
  return {
    spent,
    ...(isText(record.sessionId) && { session: record.sessionId }),
    child: {
      id: textOf(record.recordId),
      group: textOf(record.batchRunId),
      name: textOf(record.displayName) || textOf(record.name) || textOf(record.type),
      task: textOf(record.taskPreview),
      model: textOf(record.model),
      state,
      turns: spent?.turns ?? 0,
      tokens: spent && tokensOf(spent),
      cost: spent?.usage.cost.total ?? 0,
      last: output,
      failure: state === 'failed' ? output : '',
      ...(file !== undefined && { file }),
      acts: state === 'running' && isText(record.name) ? ['steer'] : [],
    },
  };
}

/** Puts a message into the inbox of the agent, as the package's own tool does; an urgent one interrupts it. */
async function sendUrgently({ name, parentAgent, status }: Fields, text: string): Promise<void> {
  const to = textOf(name);
  if (to === '' || STATES[textOf(status)] !== 'running' || to !== path.basename(to))
    throw new Error('The sub-agent is not running any more.');
  const folder = path.join(baseFolder(), 'inbox', to);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${Date.now()}-${process.pid}-${randomUUID()}.json`);
  const message = {
    ...{ id: randomUUID(), from: textOf(parentAgent), to, text, kind: 'direct' },
    ...{ timestamp: new Date().toISOString(), urgent: true, replyTo: null },
  };
  await replaceWholeFile(file, JSON.stringify(message));
}
