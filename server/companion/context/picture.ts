// Lists what the next request to the model contains, and compares it with the last request.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { ContextPicture, ContextRow } from '../../../shared/context.ts';
import { toCheckedEntry } from '../../../shared/pi/session-parse.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { DeclaredTool } from './estimate.ts';
import { messageRows } from './message-rows.ts';
import { projectBranch } from './projection.ts';
import type { Row } from './row.ts';
import { currentSystem, sectionsIn, systemRows, type SystemPrompt } from './system-rows.ts';
import { canEditContext, type ContextEdits } from './edits.ts';

/** The part of pi that the list needs. */
export interface PiContext {
  /** From the root to the leaf. */
  branch: readonly SessionEntry[];
  /** For a pi that does not store its system prompt, and before the first request. */
  system: () => SystemPrompt;
  files: readonly { path: string; content: string }[];
  window: number;
  price: number | null;
  canEdit: boolean;
}

/** How far the estimate may be from the provider's count. If it is further away, one of the two is not about tokens. */
const MAX_FACTOR = 2;

export function contextPicture(pi: ExtensionAPI, ctx: ExtensionContext, edits: ContextEdits): ContextPicture {
  const { pending } = edits;
  const { rows, ...rest } = pictureOf(readPi(pi, ctx));
  const withPending = rows.map((row) => {
    const act = pending.get(row.id);
    return act ? { ...row, pending: act } : row;
  });
  return { rows: withPending, ...rest };
}

export function pictureOf(pi: PiContext): ContextPicture {
  const { branch, window, price, canEdit } = pi;
  const last = branch.findLastIndex((entry) => promptTokens(entry) > 0);
  const counted = last === -1 ? null : promptTokens(branch[last]!);
  const before = last === -1 ? null : rowsAt(branch.slice(0, last), pi);
  const factor = counted === null || !before ? 1 : factorFor(counted, sumOf(before));
  const scale = <T extends { tokens: number; whole?: number }>(row: T): T => ({
    ...row,
    tokens: Math.round(row.tokens * factor),
    ...(row.whole !== undefined && { whole: Math.round(row.whole * factor) }),
  });
  const rows = compared(rowsAt(branch, pi).map(scale), before?.map(scale) ?? null);
  return { rows, counted, window, price, canEdit };
}

function rowsAt(branch: readonly SessionEntry[], pi: PiContext): Row[] {
  const { messages, system } = projectBranch(branch);
  return [
    ...systemRows(currentSystem(system) ?? pi.system(), pi.files),
    ...messageRows(messages, pi.canEdit),
  ];
}

const sumOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { parent, tokens }) => sum + (parent === undefined ? tokens : 0), 0);

/** The estimates are scaled so that their sum is what the provider counted for the same request. */
function factorFor(counted: number, estimated: number): number {
  const factor = counted / Math.max(1, estimated);
  return factor > 1 / MAX_FACTOR && factor < MAX_FACTOR ? factor : 1;
}

/** Returns the tokens of the prompt that this entry answers; 0 if it is not an answer, or nobody counted. */
function promptTokens(entry: SessionEntry): number {
  if (entry.type !== 'message' || entry.message.role !== 'assistant') return 0;
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = entry.message.usage ?? {};
  return input + cacheRead + cacheWrite;
}

/** Adds how each row changed since the last request, and the rows that are gone. */
function compared(rows: readonly Row[], before: readonly Row[] | null): ContextRow[] {
  if (!before) return rows.map(withoutMark);
  const known = new Map(before.map((row) => [row.id, row]));
  const now = new Set(rows.map(({ id }) => id));
  const changed = rows.map((row): ContextRow => {
    const old = known.get(row.id);
    if (!old) return { ...withoutMark(row), change: 'new' };
    if (old.mark === row.mark) return withoutMark(row);
    return {
      ...withoutMark(row),
      change: row.edit === 'omitted' ? 'removed' : 'changed',
      before: old.tokens,
    };
  });
  const gone = before
    .filter(({ id, edit }) => !now.has(id) && edit !== 'omitted')
    .map((row): ContextRow => {
      const { isEditable: _, ...rest } = withoutMark(row);
      return { ...rest, tokens: 0, change: 'removed', before: row.tokens };
    });
  return [...gone.filter(isInSystem), ...changed, ...gone.filter((row) => !isInSystem(row))];
}

const isInSystem = ({ id }: ContextRow): boolean => id.includes(':');

function withoutMark({ mark: _, ...row }: Row): ContextRow {
  return row;
}

function readPi(pi: ExtensionAPI, ctx: ExtensionContext): PiContext {
  const { model, sessionManager } = ctx;
  const { getSystemPromptOptions } = ctx as { getSystemPromptOptions?: () => PromptOptions };
  const { contextFiles = [] } = getSystemPromptOptions?.call(ctx) ?? {};
  return {
    branch: sessionManager.getBranch().flatMap((entry, at) => toCheckedEntry(entry, at) ?? []),
    system: () => ({ sections: sectionsIn(ctx.getSystemPrompt()), tools: activeTools(pi) }),
    files: contextFiles,
    window: model?.contextWindow ?? 0,
    price: model?.cost.input || null,
    canEdit: canEditContext(sessionManager),
  };
}

interface PromptOptions {
  contextFiles?: { path: string; content: string }[];
}

function activeTools(pi: ExtensionAPI): DeclaredTool[] {
  const active = new Set(pi.getActiveTools());
  return pi.getAllTools().filter(({ name }) => active.has(name));
}
