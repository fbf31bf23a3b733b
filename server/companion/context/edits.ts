// Leaves a message out of what the model gets, shortens it, or restores it, by appending pi's own `context_edit` entries
// (pi >= 0.87). pi builds each request from the session, so an edit counts from the next one. Nothing is deleted: the
// entry stays in the session file.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { ContextAct } from '../../../shared/context.ts';
import { toCheckedEntry } from '../../../shared/pi/session-parse.ts';
import { callIdsOf, EDITABLE, resultsByCall } from './message-rows.ts';
import { LEFT_OUT_RESULT, projectBranch } from './projection.ts';

type Session = ExtensionContext['sessionManager'];

/** Not among the methods that pi's types give to extensions, but of the same object (in pi 0.87.1 to 1.6.0). */
interface Editing {
  appendContextEdit: (
    targetId: string,
    replacement: { content: unknown; panel_restored?: true } | null,
  ) => string;
}

/** How much of a text stays at its beginning and at its end, in characters. */
const KEPT = 400;

interface Act {
  entryId: string;
  act: ContextAct;
}

/**
 * Edits the context between two turns: while a request is under way, an entry before its answer would look as if the
 * model had not got it.
 */
export class ContextEdits {
  readonly #report: (ctx: ExtensionContext, entries: string[]) => void;
  #pending: Act[] = [];

  /** `report` is called with the entries whose edits have changed. */
  constructor(pi: ExtensionAPI, report: (ctx: ExtensionContext, entries: string[]) => void) {
    this.#report = report;
    pi.on('turn_end', (_event, ctx) => this.#applyAll(ctx));
    pi.on('agent_end', (_event, ctx) => this.#applyAll(ctx));
    pi.on('session_start', () => {
      this.#pending = [];
    });
  }

  /** What is done at the end of this turn, by the id of the entry. */
  get pending(): ReadonlyMap<string, ContextAct> {
    return new Map(this.#pending.map(({ entryId, act }) => [entryId, act]));
  }

  /** Edits at once while pi is idle. Throws an Error for the user if pi cannot edit this. */
  edit(ctx: ExtensionContext, wanted: Act): void {
    checkEdit(ctx.sessionManager, wanted.entryId);
    this.#pending = [...this.#pending.filter(({ entryId }) => entryId !== wanted.entryId), wanted];
    if (ctx.isIdle()) this.#applyAll(ctx);
  }

  #applyAll(ctx: ExtensionContext): void {
    const acts = this.#pending;
    this.#pending = [];
    const edited = acts.flatMap(({ entryId, act }) => editContext(ctx.sessionManager, entryId, act));
    if (edited.length > 0) this.#report(ctx, edited);
  }
}

export function canEditContext(session: Session): boolean {
  return typeof (session as Partial<Editing>).appendContextEdit === 'function';
}

function checkEdit(session: Session, entryId: string): void {
  if (!canEditContext(session))
    throw new Error('This pi cannot change what the model sees: that takes pi 0.87 or newer.');
  if (!session.getBranch().some(({ id }) => id === entryId) || contentOf(session, entryId) === undefined)
    throw new Error('This message is no longer in the conversation, or pi cannot leave it out.');
}

/** Returns the ids of the edited entries. */
function editContext(session: Session, entryId: string, act: ContextAct): string[] {
  const branch = new Set(session.getBranch().map(({ id }) => id));
  // pi may have gone to another branch since.
  if (!branch.has(entryId)) return [];
  const { appendContextEdit } = session as Session & Editing;
  const append = appendContextEdit.bind(session);
  const targets = [entryId, ...(act === 'shorten' ? [] : resultsOf(session, entryId))];
  for (const id of targets) {
    const content = contentOf(session, id);
    if (act === 'restore') append(id, { panel_restored: true, content });
    else if (act === 'shorten') append(id, { content: shortened(content) });
    else append(id, isResult(session, id) && id === entryId ? { content: LEFT_OUT_RESULT } : null);
  }
  return targets;
}

/** Returns the ids of the entries with the results of the calls in this entry. */
function resultsOf(session: Session, entryId: string): string[] {
  const branch = session.getBranch().flatMap((entry, at) => toCheckedEntry(entry, at) ?? []);
  const { messages } = projectBranch(branch);
  const answer = messages.find(({ entry }) => entry.id === entryId);
  const results = resultsByCall(messages);
  return answer ? callIdsOf(answer.message).flatMap((call) => results.get(call) ?? []) : [];
}

function isResult(session: Session, id: string): boolean {
  const entry = session.getEntry(id);
  return entry?.type === 'message' && entry.message.role === 'toolResult';
}

/** Returns the content as it was written; undefined for an entry that pi cannot edit. */
function contentOf(session: Session, id: string): unknown {
  const entry = session.getEntry(id);
  if (entry?.type === 'custom_message') return entry.content;
  if (entry?.type !== 'message') return undefined;
  const { message } = entry;
  return EDITABLE.has(message.role) && 'content' in message ? message.content : undefined;
}

/** Shortens long texts, and keeps everything else. */
function shortened(content: unknown): unknown {
  if (typeof content === 'string') return shortenText(content);
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown) => {
    const { type, text } = Object(block) as { type?: unknown; text?: unknown };
    return type === 'text' && typeof text === 'string' ? { type, text: shortenText(text) } : block;
  });
}

function shortenText(text: string): string {
  const cut = text.length - 2 * KEPT;
  if (cut <= KEPT) return text;
  const [head, tail] = [text.slice(0, KEPT), text.slice(-KEPT)];
  return `${head.toWellFormed()}\n[The user left out ${cut} characters here.]\n${tail.toWellFormed()}`;
}
