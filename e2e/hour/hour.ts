// Plays the scripted hour on a panel, as a user would: after a crash it restarts what died, undoes what the interrupted
// turn did, and continues.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JournalReader } from '../../server/changes/journal/journal.ts';
import type { ChangeDiff, ChangeList, Plan, PlanRequest, PlanResult } from '../../shared/changes.ts';
import { hunksOf } from '../../shared/hunks.ts';
import type { View } from '../../shared/view/view.ts';
import { FaultPanel, waitUntil } from '../faults/fault-panel.ts';
import { says } from '../panel/scripted.ts';
import { ACTS, FILES, type Act, type UserAct } from './acts.ts';
import { GitWatch, putTree, readTree, type Tree } from './tree.ts';

/** Kills something at a random moment of the next step. Resolves to what it killed, or to null. */
export type Killer = (hour: Hour, what: 'turn' | 'undo') => Promise<'panel' | 'pi' | null>;

export class Hour {
  readonly panel: FaultPanel;
  /** Keys of the user's messages, by turn. */
  readonly #keys = new Map<number, string>();
  readonly #git: GitWatch;
  readonly #kill: Killer;
  #session = '';

  private constructor(panel: FaultPanel, kill: Killer) {
    this.panel = panel;
    this.#kill = kill;
    this.#git = new GitWatch(path.join(panel.workspace, '.git'));
  }

  /** Resolves to the final tree, and to everything written below `.git` except by the user's commits. */
  static async play(kill: Killer = () => Promise.resolve(null)): Promise<{ tree: Tree; touched: string[] }> {
    const panel = await FaultPanel.open({ agent: 'demo' });
    try {
      const hour = new Hour(panel, kill);
      await hour.#setUp();
      for (const act of ACTS) await hour.#act(act);
      await hour.#takeBack();
      await hour.#git.stop();
      return { tree: await readTree(panel.workspace), touched: hour.#git.touched };
    } finally {
      await panel.close();
    }
  }

  async #setUp(): Promise<void> {
    await putTree(
      this.panel.workspace,
      Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, `644 ${text}`])),
    );
    this.#runGit('init', '-q');
    this.#runGit('add', '-A');
    this.#runGit('commit', '-qm', 'first');
    await this.#git.start();
    await waitUntil(async () => (await this.panel.snapshot()).ready);
  }

  async #act({ turn, answers, then = [] }: Act): Promise<void> {
    const message = `turn ${turn} [[script]]${JSON.stringify([...answers, says(`answer ${turn}`)])}`;
    for (;;) {
      const before = await readTree(this.panel.workspace);
      const known = await this.#turnIds();
      await this.panel.command({ type: 'prompt', message });
      const isAnswered = async (): Promise<boolean> => isOver(await this.panel.snapshot(), turn);
      const killed = await this.#kill(this, 'turn');
      if (!killed) {
        await waitUntil(isAnswered);
        break;
      }
      await this.#restart(killed);
      await this.#takeBackCutTurn(before, known);
    }
    const view = await this.panel.snapshot();
    this.#session = view.session!.id;
    this.#keys.set(turn, lastPrompt(view)!.key);
    for (const act of then) await this.#actAsUser(act);
  }

  /** The panel names the files that it cannot restore, and the user restores them by hand. */
  async #takeBackCutTurn(before: Tree, known: ReadonlySet<string>): Promise<void> {
    const { turns } = await this.#list();
    for (const { id } of turns.filter((turn) => !known.has(turn.id)).reverse())
      await this.#carryOut({ undo: { turn: id } });
    const now = await readTree(this.panel.workspace);
    const isSame = JSON.stringify(now) === JSON.stringify(before);
    const isReported = turns.some(({ id, coverage }) => !known.has(id) && coverage !== 'full');
    assert.ok(
      isSame || isReported,
      `A change of a cut-off turn is not shown: ${JSON.stringify({ before, now })}`,
    );
    await putTree(this.panel.workspace, before);
  }

  async #actAsUser(act: UserAct): Promise<void> {
    const file = (name: string): string => path.join(this.panel.workspace, name);
    if ('replace' in act) {
      const text = await readFile(file(act.replace), 'utf8');
      assert.ok(text.includes(act.from), act.from);
      await writeFile(file(act.replace), text.replace(act.from, act.to));
    } else if ('write' in act) await writeFile(file(act.write), act.text);
    else if ('commit' in act) {
      await this.#git.stop();
      this.#runGit('add', '-A');
      this.#runGit('commit', '-qm', act.commit);
      await this.#git.start();
    } else await this.#fork(this.#keys.get(act.fork)!);
  }

  async #fork(key: string): Promise<void> {
    let entryId: string | undefined;
    await waitUntil(async () => {
      const { entries } = await this.panel.snapshot();
      entryId = entries.find((entry) => entry.key === key)?.id;
      return entryId !== undefined;
    });
    await this.panel.command({ type: 'fork', entryId: entryId! });
    const before = this.#session;
    await waitUntil(async () => (await this.panel.snapshot()).session?.id !== before);
    this.#session = (await this.panel.snapshot()).session!.id;
  }

  async #takeBack(): Promise<void> {
    const turn = this.#keys.get(5)!;
    const fifth = await this.#undo({ undo: { turn } });
    const ninth = this.#keys.get(9)!;
    const diff = await this.panel.getJson<ChangeDiff>(
      `agents/${this.panel.agent}/changes/diff?path=app.txt&turn=${ninth}`,
    );
    assert.ok('before' in diff);
    const [hunk] = hunksOf('app.txt', diff.before, diff.after);
    await this.#undo({ undo: { hunk: { path: 'app.txt', id: hunk!.id, turn: ninth } } });
    await this.#undo({ redo: fifth });
    await this.#undo({ undo: { from: this.#keys.get(7)! } });
  }

  /**
   * Resolves to the id of the undo, even if it was interrupted, in which case it was finished after the restart, or
   * never begun.
   */
  async #undo(request: PlanRequest): Promise<string> {
    for (;;) {
      const before = await readTree(this.panel.workspace);
      const { plan, files } = await this.#plan(request);
      const outcome = this.#run(plan).catch(() => null);
      const killed = await this.#kill(this, 'undo');
      const result = await outcome;
      if (killed) await this.#restart(killed);
      if (result) return result.entry;
      assert.equal(killed, 'panel');
      const now = await readTree(this.panel.workspace);
      const entry = await this.#entryOf(request);
      if (entry) {
        const changed = files
          .filter(({ path: name }) => now[name] !== before[name])
          .map(({ path: name }) => name);
        assert.deepEqual(
          changed,
          files.filter(isPlanned).map(({ path: name }) => name),
          'The undo is half done.',
        );
        return entry;
      }
      assert.deepEqual(now, before);
    }
  }

  /** The id of the newest undo in the journal for this request. */
  async #entryOf(request: PlanRequest): Promise<string | null> {
    const folder = path.join(this.panel.folders.home, '.local/state/pi-panel/changes');
    for (const name of await readdir(folder)) {
      const records = await new JournalReader(path.join(folder, name, 'journal')).records();
      const entry = records.findLast(
        (record) => record.type === 'undo' && JSON.stringify(record.request) === JSON.stringify(request),
      );
      if (entry?.type === 'undo') return entry.id;
    }
    return null;
  }

  async #carryOut(request: PlanRequest): Promise<void> {
    const response = await this.panel.post(`agents/${this.panel.agent}/changes/plan`, request);
    // A turn without changes has no plan.
    if (response.status === 404) return;
    const { plan } = (await response.json()) as Plan;
    await this.#run(plan);
  }

  async #plan(request: PlanRequest): Promise<Plan> {
    const response = await this.panel.post(`agents/${this.panel.agent}/changes/plan`, request);
    const plan = (await response.json()) as Plan;
    assert.equal(response.status, 200, JSON.stringify(plan));
    const left = plan.files.filter(({ action }) => action === 'conflict' || action === 'unknown');
    assert.deepEqual(left, [], JSON.stringify(request));
    return plan;
  }

  async #run(plan: string): Promise<PlanResult> {
    const response = await this.panel.post(`agents/${this.panel.agent}/changes/plans/${plan}`);
    const result = (await response.json()) as PlanResult;
    assert.equal(response.status, 200, JSON.stringify(result));
    return result;
  }

  async #restart(killed: 'panel' | 'pi'): Promise<void> {
    if (killed === 'panel') {
      // pi ends with the panel, because nobody reads its output any more.
      await waitUntil(async () => (await this.panel.descendants()).length === 0);
      await this.panel.start();
      await waitUntil(async () => (await this.panel.snapshot()).ready);
      await this.panel.command({ type: 'switch_session', session: this.#session });
      await waitUntil(async () => (await this.panel.snapshot()).session?.id === this.#session);
    } else {
      await waitUntil(async () => (await this.panel.snapshot()).exit !== null);
      assert.equal((await this.panel.restartAgent()).status, 200);
    }
    await waitUntil(async () => {
      const { ready, run } = await this.panel.snapshot();
      return ready && !run;
    });
  }

  #list(): Promise<ChangeList> {
    return this.panel.getJson(`agents/${this.panel.agent}/changes`);
  }

  async #turnIds(): Promise<ReadonlySet<string>> {
    return new Set((await this.#list()).turns.map(({ id }) => id));
  }

  #runGit(...args: string[]): void {
    const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
    execFileSync('git', [...author, ...args], { cwd: this.panel.workspace, stdio: 'ignore' });
  }
}

function isPlanned({ action }: Plan['files'][number]): boolean {
  return action === 'restore' || action === 'delete' || action === 'merge';
}

function lastPrompt({ entries }: View): View['entries'][number] | undefined {
  return entries.findLast(({ message }) => message.role === 'user');
}

function isOver(view: View, turn: number): boolean {
  const { entries, run } = view;
  const last = entries.at(-1)?.message;
  return !run && last?.role === 'assistant' && JSON.stringify(last.content).includes(`answer ${turn}"`);
}
