// Runs one example on the real pi and judges the result.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractPi } from '../contract/contract-pis.ts';
import { installExample, shortName, sourceOf, type PackageExample } from './package-examples.ts';
import { openStage, type Stage } from './stage.ts';
import { terminalOnly } from './terminal-only.ts';
import type { Trial } from './trial.ts';
import { verdictOf, type Outcome, type Verdict } from './verdict.ts';

/** How long after the last step a point may take to come true. */
const GRACE_MS = 2_000;
const LOOK_MS = 50;
/** The time limit for a trial, which is far longer than any trial takes. */
const PATIENCE_MS = 60_000;
/** The phrases by which examples say that they need the TUI. */
const REFUSAL = /interactive mode|interactive commands|\bTUI\b/i;

export interface Tried extends Outcome {
  name: string;
  verdict: Verdict;
  /** Which of the nine extension requests reached the page. */
  methods: string[];
  /** The example's own explanation of why it does not work here. */
  said?: string;
  /** A part of it that does not work in the TUI either. */
  remark?: string;
  /** The panel's notices about calls that RPC swallows. */
  told: string[];
}

export async function tryExample(pi: ContractPi, example: PackageExample, trial: Trial): Promise<Tried> {
  const wings = await mkdtemp(join(tmpdir(), 'pi-panel-example-'));
  const { lab = {}, answers = [], keys = [], packages = [] } = trial;
  trial.before?.();
  const file =
    packages.length > 0 ? installExample(example.path, packages, join(wings, 'example')) : example.path;
  const stage = await openStage({ pi, example: file, lab, answers, keys, wings });
  try {
    const trouble = await drive(stage, trial);
    await stage.seen.drawRows();
    const points = await pointsOf(stage, trial);
    const told = await noticesOn(stage);
    const source = await sourceOf(example);
    const lost = terminalOnly({ calls: stage.swallowed, source });
    if (trial.limit && Object.values(points).includes(false)) lost.push({ ...trial.limit, excuses: true });
    const { needs, remark } = trial;
    const outcome: Outcome = { points, lost, ...(needs && { needs }), ...(trouble && { trouble }) };
    const verdict = verdictOf(outcome);
    const said = refusalOn(stage);
    const name = shortName(example);
    const methods = methodsOn(stage);
    return { name, ...outcome, verdict, methods, told, ...(said && { said }), ...(remark && { remark }) };
  } finally {
    await stage.close();
    await rm(wings, { recursive: true, force: true });
  }
}

/** Runs the trial. Returns why it did not finish, if it did not. */
async function drive(stage: Stage, trial: Trial): Promise<string | undefined> {
  const { exit } = stage.lab.view;
  if (exit) return `pi did not start: ${causeOf(exit.stderr) ?? exit.reason}`;
  try {
    await inTime(trial.drive?.(stage) ?? Promise.resolve());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { notices } = stage.lab.view;
  return notices.find(({ kind, message }) => kind === 'error' && / failed(?: in \w+)?: /.test(message))
    ?.message;
}

async function pointsOf(stage: Stage, trial: Trial): Promise<Record<string, boolean>> {
  const look = (): Record<string, boolean> =>
    Object.fromEntries(Object.entries(trial.points).map(([what, isSo]) => [what, isSo(stage.seen, stage)]));
  return settled(look, (points) => !Object.values(points).includes(false));
}

/** Waits for notices, because the panel reports a call a moment later. */
function noticesOn(stage: Stage): Promise<string[]> {
  const look = (): string[] =>
    stage.lab.view.notices.filter(({ id }) => isPanels(id)).map(({ message }) => message);
  return settled(look, (told) => told.length > 0 || stage.swallowed.size === 0);
}

/** Repeats `look` for a while, until the result is enough. */
async function settled<T>(look: () => T, isEnough: (seen: T) => boolean): Promise<T> {
  const until = performance.now() + GRACE_MS;
  let seen = look();
  while (!isEnough(seen) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    seen = look();
  }
  return seen;
}

/** Whether the notice is the panel's, not an extension's. */
function isPanels(id: string): boolean {
  return id.startsWith('panel-');
}

async function inTime(trial: Promise<unknown>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const error = new Error(`The trial did not end within ${PATIENCE_MS / 1000} s.`);
  const timer = setTimeout(() => reject(error), PATIENCE_MS);
  try {
    await Promise.race([trial, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function refusalOn({ lab: { view } }: Stage): string | undefined {
  const texts = [
    ...view.notices.map(({ message }) => message),
    ...Object.values(view.toolRuns).map(({ output }) => output.tail),
  ];
  return texts.find((text) => REFUSAL.test(text));
}

function methodsOn(stage: Stage): string[] {
  const methods = new Set<string>();
  for (const event of stage.lab.events) {
    if (event.type === 'extension_ui_request') methods.add(event.method);
  }
  // The first snapshot contains what came before it.
  const { notices, statuses, widgets, title, editorText } = stage.lab.view;
  if (notices.some(({ id }) => !isPanels(id))) methods.add('notify');
  if (Object.keys(statuses).length > 0) methods.add('setStatus');
  if (widgets.length > 0) methods.add('setWidget');
  if (title !== null) methods.add('setTitle');
  if (editorText) methods.add('set_editor_text');
  for (const { method } of stage.seen.answered) methods.add(method);
  return [...methods].sort();
}

function causeOf(stderr: string): string | undefined {
  return stderr.split('\n').find((line) => /Cannot find|Error:/.test(line));
}
