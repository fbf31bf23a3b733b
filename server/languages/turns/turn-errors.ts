// The errors that the turns of agents have brought, and whether they are still there. They are looked for once a turn
// has ended, and again when files change while there are such errors.
import type { ChangedFile, ChangedTurn, ChangeList, TurnError, TurnErrors } from '../../../shared/changes.ts';
import { languageOf } from '../../../shared/language-of.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { turnRange } from '../../../shared/view/turn-range.ts';
import { turns } from '../../lib/turns.ts';
import type { LanguageServer } from '../language-server.ts';
import { remainingErrors } from './new-errors.ts';
import { CheckStopped, type CheckedText } from './server-check.ts';
import { checkTurn, type TurnCheck, type TurnFile } from './turn-check.ts';
import { isChecked, readNow, readTurnFile, type RecordedContents } from './turn-files.ts';

/** An agent, as far as its turns are concerned. */
export interface TurnAgent {
  id: string;
  workspace: string;
  pi: { flags: { trust?: boolean | undefined } };
  view: { run: object | null };
  changes: RecordedContents & { list: () => Promise<ChangeList> };
  emit: (event: ViewEvent) => void;
}

export interface TurnErrorsOptions {
  /** The servers that look at a file of this agent now. */
  serversOf: (agent: TurnAgent, path: string) => Promise<readonly LanguageServer[]>;
  onBug: (error: unknown) => void;
}

/** Files of a turn that are looked at. A turn with more has formatted or generated them. */
const MAX_FILES = 50;
/** Errors that are kept of one turn. */
const MAX_ERRORS = 50;
/** Turns that are kept of one agent. */
const MAX_TURNS = 100;
/** Writes often come together, in ms. */
const PAUSE_MS = 1000;

interface Kept {
  /** All of them, also those beyond `MAX_ERRORS`. */
  errors: TurnError[];
  mended: number;
}

interface Tracked {
  agent: TurnAgent;
  /** The tool calls of the current run. */
  calls: Set<string>;
  turns: Map<string, Kept>;
  again: NodeJS.Timeout | undefined;
}

export class AgentTurnErrors {
  readonly #options: TurnErrorsOptions;
  readonly #tracked = new Map<string, Tracked>();
  readonly #inTurn = turns();
  /** Resolves once everything that has begun is looked at. */
  settled = Promise.resolve();

  constructor(options: TurnErrorsOptions) {
    this.#options = options;
  }

  onEvent(agent: TurnAgent, event: ViewEvent): void {
    const tracked = this.#of(agent);
    if (event.type === 'tool_execution_start') tracked.calls.add(event.toolCallId);
    else if (event.type === 'agent_settled' || event.type === 'panel_exit') this.#onSettled(tracked);
    else if (event.type === 'panel_files_changed') this.#onFilesChanged(tracked, event.paths);
  }

  /** Adds what is known of each turn. */
  addTo(id: string, list: ChangeList): ChangeList {
    const known = this.#tracked.get(id)?.turns;
    if (!known || known.size === 0) return list;
    return { ...list, turns: list.turns.map((turn) => withErrors(turn, known.get(turn.id))) };
  }

  forget(id: string): void {
    clearTimeout(this.#tracked.get(id)?.again);
    this.#tracked.delete(id);
  }

  close(): void {
    for (const id of [...this.#tracked.keys()]) this.forget(id);
  }

  #of(agent: TurnAgent): Tracked {
    const known = this.#tracked.get(agent.id);
    if (known) return known;
    const tracked = { agent, calls: new Set<string>(), turns: new Map<string, Kept>(), again: undefined };
    this.#tracked.set(agent.id, tracked);
    return tracked;
  }

  #onSettled(tracked: Tracked): void {
    const { calls } = tracked;
    tracked.calls = new Set();
    if (calls.size > 0) this.#run(tracked, () => this.#checkRun(tracked, calls));
  }

  /** The user, or another program, may have mended them, also in a file that theirs depends on. */
  #onFilesChanged(tracked: Tracked, paths: readonly string[]): void {
    const isConcerned = paths.some((one) => one === '' || languageOf(one) !== undefined);
    if (!isConcerned || openPaths(tracked).length === 0) return;
    clearTimeout(tracked.again);
    tracked.again = setTimeout(() => {
      // The end of the run looks at them.
      if (!tracked.agent.view.run) this.#run(tracked, () => this.#checkAgain(tracked, []));
    }, PAUSE_MS);
    tracked.again.unref();
  }

  /** The servers of a folder look at one state of its files at a time. */
  #run(tracked: Tracked, act: () => Promise<unknown>): void {
    const run = this.#inTurn(act, tracked.agent.workspace).catch((error: unknown) => {
      // The turn has no errors to show then, as without a server.
      if (!(error instanceof CheckStopped)) this.#options.onBug(error);
    });
    this.settled = Promise.all([this.settled, run]).then(() => undefined);
  }

  async #checkRun(tracked: Tracked, calls: ReadonlySet<string>): Promise<void> {
    const { agent } = tracked;
    const isOwn = (file: ChangedFile): boolean => !file.undone && file.calls.some((call) => calls.has(call));
    const own = (await agent.changes.list()).turns.filter(({ files }) => files.some(isOwn));
    const last = own.at(-1);
    if (!last) return;
    const changed = new Map(own.flatMap(({ files }) => files.filter(isOwn).map((file) => [file.path, file])));
    const turn = turnRange(own[0]!.id, last.id);
    const files: TurnFile[] = [];
    for (const file of [...changed.values()].filter(isChecked).slice(0, MAX_FILES)) {
      const read = await readTurnFile(agent, turn, file);
      if (read) files.push(read);
    }
    const { errors, now } = await this.#checkAgain(tracked, files);
    // Files that no server looks at say nothing about the turn.
    if (now.size === 0 && errors.length === 0) return;
    const [oldest] = tracked.turns.keys();
    if (tracked.turns.size >= MAX_TURNS && oldest !== undefined) tracked.turns.delete(oldest);
    tracked.turns.set(last.id, { errors, mended: 0 });
    if (errors.length > 0) agent.emit({ type: 'panel_changes' });
  }

  /** Looks at the files of a turn, and at those with errors of earlier turns, which may be mended now. */
  async #checkAgain(tracked: Tracked, files: readonly TurnFile[]): Promise<TurnCheck> {
    const { agent } = tracked;
    const others: CheckedText[] = [];
    const gone = new Set<string>();
    for (const one of openPaths(tracked).filter((open) => !files.some((file) => file.path === open))) {
      const text = await readNow(agent.workspace, one);
      if (text === null) gone.add(one);
      else others.push({ path: one, text });
    }
    const check = await checkTurn((one) => this.#options.serversOf(agent, one), files, others);
    let hasMended = false;
    for (const kept of tracked.turns.values()) {
      const left = [...Map.groupBy(kept.errors, (error) => error.path)].flatMap(([one, errors]) => {
        const now = check.now.get(one);
        return gone.has(one) ? [] : now ? remainingErrors(errors, now) : errors;
      });
      hasMended ||= left.length < kept.errors.length;
      kept.mended += kept.errors.length - left.length;
      kept.errors = left;
    }
    if (hasMended) agent.emit({ type: 'panel_changes' });
    return check;
  }
}

function openPaths({ turns: kept }: Tracked): string[] {
  const all = [...kept.values()].flatMap(({ errors }) => errors.map((error) => error.path));
  return [...new Set(all)].slice(-MAX_FILES);
}

function withErrors(turn: ChangedTurn, kept: Kept | undefined): ChangedTurn {
  if (!kept || kept.errors.length + kept.mended === 0) return turn;
  const errors = kept.errors.slice(0, MAX_ERRORS);
  const more = kept.errors.length - errors.length;
  return { ...turn, errors: { errors, more, mended: kept.mended } satisfies TurnErrors };
}
