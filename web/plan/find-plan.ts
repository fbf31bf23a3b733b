// Finds the plan of a conversation: an answer with a heading "Plan" or a task list, or the list of a tool for tasks. Later
// answers and lists tick its steps. Nothing is stored beside the session, so a plan is there again after a restart, and in
// a fork.
import type { Entry, ToolRun } from '../../shared/view/conversation.ts';
import { todosIn, type Todo } from './todo-lists.ts';

export interface PlanLine {
  /** Counted in the text, from 0. */
  at: number;
  text: string;
  kind: 'heading' | 'step' | 'text' | 'blank';
  /** How deep a step is nested, from 0. */
  level: number;
  /** The number of a step among all steps, from 1. */
  step?: number;
  isDone?: boolean;
}

export interface Plan {
  /** The key of the answer's row; of a tool's list, that of the first answer that called the tool. */
  key: string;
  /** The Markdown of the plan, as the model wrote it. */
  text: string;
}

/** pi's example `plan-mode` writes `Plan:`, other answers a heading. */
const HEADING = /^(?:#{1,6}\s+(?:.*\s)?|\*{0,2})plan\b[^\n]{0,60}$/im;
const TASK = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s/gm;
const STEP = /^(\s*)(?:[-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const MIN_STEPS = 2;

type RunOf = (call: string) => Pick<ToolRun, 'details'> | undefined;

/**
 * Returns the last plan; null if there is none. An answer or a list that only ticks the steps of a plan is none. `runOf`
 * returns the run of a tool call.
 */
export function findPlan(entries: readonly Entry[], runOf: RunOf): Plan | null {
  let found: Plan | null = null;
  let isList = false;
  for (const { key, message } of entries) {
    if (message.role !== 'assistant') continue;
    const text = textOf(message.content);
    if (isPlan(text) && !(found && isSamePlan(found.text, text))) {
      found = { key, text: text.trim() };
      isList = false;
    }
    for (const todos of listsIn(message.content, runOf)) {
      // A tool's list grows one by one.
      if (isList && found) found = { key: found.key, text: asText(todos) };
      else if (todos.length >= MIN_STEPS && !(found && isListOf(found.text, todos))) {
        found = { key, text: asText(todos) };
        isList = true;
      }
      if (todos.length === 0 && isList) found = null;
      isList &&= found !== null;
    }
  }
  return found;
}

/** Returns the lists of tools for tasks that these calls returned. */
function listsIn(content: readonly { type: string; id?: string }[], runOf: RunOf): Todo[][] {
  return content.flatMap(({ type, id }) => {
    const todos = type === 'toolCall' && id !== undefined ? todosIn(runOf(id)?.details) : null;
    return todos ? [todos] : [];
  });
}

const asText = (todos: readonly Todo[]): string =>
  todos.map(({ text, isDone }) => `- [${isDone ? 'x' : ' '}] ${text}`).join('\n');

/** Whether most of the list are steps of the plan, possibly in fewer words. */
function isListOf(plan: string, todos: readonly Todo[]): boolean {
  const steps = stepTexts(plan);
  const same = todos.filter(({ text }) => steps.some((step) => isSameStep(step, plain(text)))).length;
  return same * 2 > todos.length;
}

/** Words that are too few could be part of any step. */
const MIN_LENGTH = 8;

function isSameStep(step: string, todo: string): boolean {
  if (step === todo) return true;
  if (Math.min(step.length, todo.length) < MIN_LENGTH) return false;
  const [a, b] = [` ${step} `, ` ${todo} `];
  return a.includes(b) || b.includes(a);
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('\n');
}

/** Whether the text of an answer is a plan. */
export function isPlan(text: string): boolean {
  const tasks = text.match(TASK)?.length ?? 0;
  if (tasks >= MIN_STEPS) return true;
  return HEADING.test(text) && linesOf(text).filter(({ kind }) => kind === 'step').length >= MIN_STEPS;
}

/** Whether most steps of the later text are those of the plan. */
function isSamePlan(plan: string, later: string): boolean {
  const known = new Set(stepTexts(plan));
  const steps = stepTexts(later);
  const same = steps.filter((step) => known.has(step)).length;
  return same >= MIN_STEPS && same * 2 > steps.length && steps.length <= known.size;
}

const stepTexts = (text: string): string[] =>
  linesOf(text).flatMap((line) => (line.kind === 'step' ? [plain(line.text)] : []));

/** Returns the words of a step, however they are marked. */
const plain = (text: string): string =>
  text
    .replaceAll(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Splits the Markdown of a plan into its lines. Code blocks are text. */
export function linesOf(text: string): PlanLine[] {
  let isCode = false;
  let step = 0;
  return text.split('\n').map((line, at): PlanLine => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence) return { at, text: line, kind: 'text', level: 0 };
    if (line.trim() === '') return { at, text: '', kind: 'blank', level: 0 };
    if (/^#{1,6}\s/.test(line)) return { at, text: line.replace(/^#+\s+/, ''), kind: 'heading', level: 0 };
    const found = STEP.exec(line);
    if (!found) return { at, text: line, kind: 'text', level: 0 };
    step += 1;
    const [, indent = '', mark, words = ''] = found;
    const level = Math.floor(indent.replaceAll('\t', '  ').length / 2);
    return { at, text: words, kind: 'step', level, step, isDone: mark !== undefined && mark !== ' ' };
  });
}

/**
 * Returns the numbers of the steps that the work has ticked since: by a task list with the same words, by a tool for
 * tasks, or by pi's example `plan-mode`, which writes `[DONE:3]`.
 */
export function doneSteps(plan: Plan, entries: readonly Entry[], runOf: RunOf): ReadonlySet<number> {
  const steps = linesOf(plan.text).filter(({ kind }) => kind === 'step');
  const done = new Set(steps.flatMap(({ step, isDone }) => (isDone ? [step!] : [])));
  const byText = new Map(steps.map(({ text, step }) => [plain(text), step!]));
  const from = entries.findIndex(({ key }) => key === plan.key);
  for (const { message } of entries.slice(from + 1)) {
    if (message.role !== 'assistant') continue;
    const text = textOf(message.content);
    for (const [, number] of text.matchAll(/\[DONE:(\d+)\]/gi)) done.add(Number(number));
    for (const line of linesOf(text)) {
      const step = line.isDone ? byText.get(plain(line.text)) : undefined;
      if (step !== undefined) done.add(step);
    }
    for (const todo of listsIn(message.content, runOf).flat()) {
      const words = plain(todo.text);
      const step = byText.get(words) ?? steps.find(({ text: one }) => isSameStep(plain(one), words))?.step;
      if (todo.isDone && step !== undefined) done.add(step);
    }
  }
  return done;
}

/** Returns the message that approves or revises a plan, with the comments on its lines and the text if it was edited. */
export function replyTo(
  plan: Plan,
  {
    isApproved,
    edited,
    comments,
  }: { isApproved: boolean; edited: string; comments: ReadonlyMap<number, string> },
): string {
  const lines = (edited || plan.text).split('\n');
  const notes = [...comments]
    .toSorted(([a], [b]) => a - b)
    .map(([at, comment]) => `> ${lines[at] ?? ''}\n${comment}`);
  const isEdited = edited.trim() !== '' && edited.trim() !== plan.text;
  const head = isApproved ? 'The plan is approved. Go ahead.' : 'Revise the plan.';
  return [
    isApproved && isEdited ? `${head} I have edited it:\n\n${edited.trim()}` : head,
    !isApproved && isEdited ? `I have edited it:\n\n${edited.trim()}` : '',
    notes.length > 0 ? `My comments:\n\n${notes.join('\n\n')}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
