// Runs an undo or redo plan and reports the result in a notice, which can redo an undo.
import type { HunkUndo, Plan, PlanRequest, PlanResult } from '../../shared/changes.ts';
import { errorText } from '../../shared/error-text.ts';
import { randomId } from '../lib/browser/random-id.ts';
import type { AgentChanges } from '../state/agent/changes.svelte.ts';
import { undoEnd } from '../state/agent/undo-end.ts';
import type { Toasts } from '../state/notices/toasts.svelte.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import { plural, t, translate } from '../language/text.ts';
import { linesOf } from './change-words.ts';
import { isWritten } from '../../shared/plan-rows.ts';

export interface CarryOut {
  changes: AgentChanges;
  plan: Plan;
  paths: string[];
  /** The entry of the undo, if the plan is that of its redo. */
  redoOf?: string | null;
  toasts: Toasts;
  workbench: Pick<Workbench, 'showUndo'>;
}

export function requestPlan(changes: Pick<AgentChanges, 'post'>, request: PlanRequest): Promise<Plan> {
  return changes.post('plan', request);
}

/** Runs the plan for these paths. */
function runPlan(changes: AgentChanges, { plan }: Plan, paths: string[]): Promise<PlanResult> {
  return changes.post(`plans/${plan}`, { paths });
}

/** Undoes or redoes these paths of a plan. Rejects with an ApiError if nothing was written. */
export async function carryOut(options: CarryOut): Promise<PlanResult> {
  const { changes, plan, paths, redoOf = null, toasts, workbench } = options;
  const isRedo = redoOf !== null;
  const result = await runPlan(changes, plan, paths);
  const { entry, files, unrecorded, staged = [] } = result;
  const bad = files.filter(({ outcome }) => outcome === 'failed' || outcome === 'changed');
  const written = files.filter((file) => !bad.includes(file)).map(({ path }) => path);
  const done = written.length;
  const isQueued = files.some(({ outcome }) => outcome === 'queued');
  const sentences = [
    plan.lines && !isQueued && done > 0
      ? summaryOfLines(linesOf(paths[0]!, plan.lines), isRedo)
      : summaryOf(done, { isQueued, isRedo }),
    ...(staged.length === 0
      ? []
      : [t('Still staged in git’s index, as before: {paths}.', { paths: staged.slice(0, 5).join(t(', ')) })]),
    ...(unrecorded === undefined
      ? []
      : [
          t('The files were written, but this could not be recorded: {reason}', {
            reason: translate(unrecorded),
          }),
        ]),
    ...bad.map(({ path, why, isPartial }) => {
      const part = isPartial ? `${t('only in part.')} ` : '';
      return `${path}: ${part}${why === undefined ? leftAlone() : translate(why)}`;
    }),
  ];
  const before = changes.list;
  const back = {
    label: t('Redo'),
    act: () => void redo({ changes, toasts, workbench }, entry),
    isOver: undoEnd(changes, entry),
  };
  // It was carried out or canceled, here or elsewhere.
  const hasLeftQueue = (): boolean =>
    changes.list !== before &&
    !changes.list?.queued.some(({ id, outcome }) => id === entry && outcome === null);
  const kind = bad.length > 0 || unrecorded !== undefined ? 'warning' : 'info';
  const message = sentences.join(' ');
  // The list of notifications does not keep what is true only for a while; it gets the outcome.
  if (isQueued) toasts.add([{ id: randomId(), kind, message, isOver: hasLeftQueue }], true);
  else {
    // The notice of a redo replaces that of the undo, and the other way around.
    const redone = redoOf !== null && written.length > 0 ? { undo: redoOf, paths: written } : null;
    if (written.length > 0) changes.redone = redone;
    if (written.length === 0) toasts.show(kind, message);
    else if (redone) toasts.showWhile({ kind, message, isOver: () => changes.redone !== redone });
    else toasts.showWhile({ kind, message, action: back, isOver: back.isOver });
  }
  void changes.fetch();
  return result;
}

function leftAlone(): string {
  return `${translate('left alone')}${t('.##end of a sentence')}`;
}

function summaryOfLines(lines: string, isRedo: boolean): string {
  return isRedo ? t('Redone: {lines}.', { lines }) : t('Undone: {lines}.', { lines });
}

function summaryOf(count: number, { isQueued, isRedo }: { isQueued: boolean; isRedo: boolean }): string {
  if (isQueued)
    return isRedo
      ? plural(count, [
          '{count} file will be redone before the agent’s next answer.',
          '{count} files will be redone before the agent’s next answer.',
        ])
      : plural(count, [
          '{count} file will be undone before the agent’s next answer.',
          '{count} files will be undone before the agent’s next answer.',
        ]);
  return isRedo
    ? plural(count, ['{count} file redone.', '{count} files redone.'])
    : plural(count, ['{count} file undone.', '{count} files undone.']);
}

/**
 * Undoes a hunk or some of its lines. Resolves to the entry of the undo. If that is not possible, a notice gives the
 * reason. If the lines may be the user's, opens the dialog instead, which says why.
 */
export async function carryOutHunk(
  context: Omit<CarryOut, 'plan' | 'paths' | 'redoOf'>,
  hunk: HunkUndo,
): Promise<string | null> {
  const { changes, toasts } = context;
  try {
    const plan = await requestPlan(changes, { undo: { hunk } });
    // The user decides about lines that may be their own.
    if (plan.files.some((file) => file.shared && isWritten(file))) {
      context.workbench.showUndo({ undo: { hunk } });
      return null;
    }
    // The undo of a rename concerns two files, and one of them alone would be lost.
    const blocked = plan.files.find(({ action }) => action === 'conflict' || action === 'unknown');
    const paths = plan.files.filter(isWritten).map(({ path }) => path);
    if (blocked || paths.length === 0) {
      const reason = translate(blocked?.why ?? 'nothing to undo');
      toasts.show('warning', `${blocked?.path ?? hunk.path}: ${reason}`);
      return null;
    }
    return (await carryOut({ ...context, plan, paths })).entry;
  } catch (error) {
    toasts.show('error', t('Undo: {reason}', { reason: errorText(error) }));
    return null;
  }
}

/** Redoes an undo immediately if no file has a conflict; otherwise opens the dialog that shows the conflicts. */
export async function redo(
  context: Omit<CarryOut, 'plan' | 'paths' | 'redoOf'>,
  entry: string,
): Promise<void> {
  try {
    const plan = await requestPlan(context.changes, { redo: entry });
    // Another page may have redone them.
    if (plan.files.length === 0) return context.toasts.show('info', t('These changes were already redone.'));
    if (!plan.files.every(isWritten)) return context.workbench.showUndo({ redo: entry });
    await carryOut({ ...context, plan, paths: plan.files.map(({ path }) => path), redoOf: entry });
  } catch (error) {
    context.toasts.show('error', t('Redo: {reason}', { reason: errorText(error) }));
  }
}
