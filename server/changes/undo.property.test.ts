// Random sequences of edits by the agent, edits by the user, undo and redo, against a model that cannot merge: a file of
// slots, each a stack of who wrote what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlanRequest } from '../../shared/changes.ts';
import { fileState, hashOf, type ReadState } from './contents/file-state.ts';
import { foldRecords } from './journal/history.ts';
import type { JournalRecord, Turn } from './journal/journal.ts';
import { planFile } from './undo/plan-file.ts';
import { redoScope, undoScope } from './undo/scope.ts';
import type { ScopedFile } from './journal/scoped-file.ts';

const SLOTS = 5;
/** A second in all. */
const RUNS = 10_000;

interface Write {
  /** 0: the user. */
  turn: number;
  lines: string[];
}

type Op =
  | { do: 'agent' | 'user'; slot: number; count: number; isNewTurn: boolean }
  | { do: 'undo'; scope: 'turn' | 'from' | 'session'; nth: number }
  | { do: 'redo'; nth: number };

/** One file, the journal of its changes, and the model beside it. */
class World {
  slots: Write[][] = Array.from({ length: SLOTS }, (_, i) => [
    { turn: 0, lines: i % 2 ? [`first ${i}\n`] : [] },
  ]);
  readonly records: JournalRecord[] = [];
  readonly undos: { id: string; before: Write[][]; after: Write[][] }[] = [];
  readonly #contents = new Map<string, Buffer>();
  #bytes: Buffer;
  #now = 1;
  #turn = 1;

  constructor() {
    this.#bytes = this.#store(this.#render(this.slots));
  }

  get text(): string {
    return this.#bytes.toString();
  }

  /** How the file looks with these slots. */
  #render(slots: readonly Write[][]): string {
    return slots.map((stack, i) => `-- ${i}\n${stack.at(-1)!.lines.join('')}`).join('');
  }

  #store(text: string): Buffer {
    const bytes = Buffer.from(text);
    this.#contents.set(hashOf(bytes), bytes);
    return bytes;
  }

  #state(): ReadState {
    return { state: fileState(this.#bytes, 0o644), bytes: this.#bytes };
  }

  write({ do: by, slot, count, isNewTurn }: Extract<Op, { slot: number }>): void {
    const at = this.#now++;
    if (by === 'agent' && isNewTurn) this.#turn += 1;
    const lines = Array.from({ length: count }, (_, i) => `${by} ${at} ${i}\n`);
    const before = this.#state().state;
    this.slots = this.slots.with(slot, [
      ...this.slots[slot]!,
      { turn: by === 'agent' ? this.#turn : 0, lines },
    ]);
    this.#bytes = this.#store(this.#render(this.slots));
    if (by === 'user') return;
    const call = `call ${at}`;
    const turn: Turn = { id: `e${this.#turn}`, at: this.#turn };
    this.records.push(
      { at, type: 'call', session: 's', turn, call, tool: 'edit', files: [{ path: 'a', before }] },
      { at, type: 'result', session: 's', call, files: [{ path: 'a', before, after: this.#state().state }] },
    );
  }

  async undo({ scope, nth }: Extract<Op, { do: 'undo' }>): Promise<void> {
    const turn = 1 + (nth % this.#turn);
    const isIn = (write: Write): boolean =>
      write.turn > 0 &&
      (scope === 'session' || (scope === 'from' ? write.turn >= turn : write.turn === turn));
    const stacks = this.slots.map((stack) => {
      const kept = stack.findLastIndex((write) => !isIn(write));
      return stack.slice(0, kept + 1);
    });
    const isBuried = stacks.some((stack) => stack.some(isIn));
    const key = `user-${turn}`;
    const undo = { turn: { turn: key }, from: { from: key }, session: { session: true as const } }[scope];
    if (scope === 'turn' && !this.slots.flat().some(isIn)) return;
    const files = undoScope(foldRecords(this.records), 's', undo);
    await this.#try({ undo }, files, isBuried ? null : stacks);
  }

  async redo({ nth }: Extract<Op, { do: 'redo' }>): Promise<void> {
    const undo = this.undos[nth % this.undos.length];
    if (!undo) return;
    // Where the undo changed a slot, it must still be as the undo left it, or be as it was again.
    const isChanged = undo.after.map((stack, i) => stack.at(-1) !== undo.before[i]!.at(-1));
    const isAs = (i: number, { [i]: other }: Write[][]): boolean => this.slots[i]!.at(-1) === other!.at(-1);
    const isFree = this.slots.every((_, i) => !isChanged[i] || isAs(i, undo.after) || isAs(i, undo.before));
    const stacks = this.slots.map((stack, i) => (isChanged[i] ? undo.before[i]! : stack));
    const files = redoScope(foldRecords(this.records), undo.id);
    await this.#try({ redo: undo.id }, files, isFree ? stacks : null);
  }

  /** `expected`: null for a conflict. */
  async #try(request: PlanRequest, [file]: ScopedFile[], expected: Write[][] | null): Promise<void> {
    if (!file) return;
    const read = (hash: string) => Promise.resolve(this.#contents.get(hash) ?? null);
    const before = this.#state();
    const plan = await planFile(file.changes, before, read);
    if (plan.action === 'nothing') return;
    if (plan.action === 'conflict') {
      assert.equal(expected, null, 'a conflict that does not exist');
      return;
    }
    assert.ok(expected, `a ${plan.action} in spite of a conflict`);
    assert.equal(plan.target.bytes!.toString(), this.#render(expected));
    const id = `undo ${this.#now++}`;
    const at = this.#now;
    const done = { path: 'a', before: before.state, after: plan.target.state, steps: file.steps };
    this.records.push({ at, type: 'undo', id, session: 's', request, files: [done] });
    this.records.push({ at, type: 'undone', id, files: [{ path: 'a', outcome: 'restored' }] });
    this.undos.push({ id, before: this.slots, after: expected });
    this.slots = expected;
    this.#bytes = this.#store(this.#render(expected));
  }
}

/** No two writes are equal, or the model would have to tell them apart. */
const count = fc.integer({ min: 1, max: 3 });
const slot = fc.nat({ max: SLOTS - 1 });
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('agent' as const), slot, count, isNewTurn: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('user' as const), slot, count, isNewTurn: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      scope: fc.constantFrom('turn' as const, 'from' as const, 'session' as const),
      nth: fc.nat({ max: 20 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redo' as const), nth: fc.nat({ max: 20 }) }) },
);

/** The second redo brings back only what the undo between them took back, so taking it back leaves the rest. */
const REDONE_TWICE: Op[] = [
  { do: 'agent', slot: 0, count: 1, isNewTurn: false },
  { do: 'agent', slot: 1, count: 1, isNewTurn: true },
  { do: 'undo', scope: 'from', nth: 0 },
  { do: 'redo', nth: 0 },
  { do: 'undo', scope: 'turn', nth: 0 },
  { do: 'agent', slot: 2, count: 1, isNewTurn: false },
  { do: 'redo', nth: 0 },
  { do: 'redo', nth: 3 },
  { do: 'undo', scope: 'turn', nth: 1 },
];

test('V5, V6: any sequence of edits, undo and redo gives the right content, or a conflict and an untouched file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 1, maxLength: 25 }), async (ops) => {
      const world = new World();
      for (const each of ops) {
        if (each.do === 'undo') await world.undo(each);
        else if (each.do === 'redo') await world.redo(each);
        else world.write(each);
      }
    }),
    { numRuns: RUNS, examples: [[REDONE_TWICE]] },
  );
});
