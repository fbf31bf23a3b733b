// Finds the errors that a turn has brought: the servers look at its files as they were before it, and as they are now.
import { setTimeout as pause } from 'node:timers/promises';
import type { TurnError } from '../../../shared/changes.ts';
import type { Problem } from '../../../shared/languages.ts';
import type { LanguageServer } from '../language-server.ts';
import { newErrors, type CheckedFile } from './new-errors.ts';
import { CheckStopped, type CheckedText, type ServerCheck } from './server-check.ts';

export interface TurnFile {
  path: string;
  /** Where it was before the turn, and its text there; null if there was none. */
  before: CheckedText | null;
  text: string;
}

export interface TurnCheck {
  errors: TurnError[];
  /** The files as they are now, as far as all their servers have looked at them. */
  now: Map<string, CheckedFile>;
}

/** A check that gives way to pages is tried again this often, once they have left the server alone for a moment. */
const MAX_TRIES = 20;
const RETRY_MS = 1500;

/**
 * `files`: those of the turn. `others`: further ones to look at as they are now. Rejects with a CheckStopped if a
 * server has ended, or pages use it all the time.
 */
export async function checkTurn(
  serversOf: (path: string) => Promise<readonly LanguageServer[]>,
  files: readonly TurnFile[],
  others: readonly CheckedText[],
): Promise<TurnCheck> {
  const texts = [...files, ...others];
  const known = new Map<LanguageServer, CheckedText[]>();
  for (const text of texts)
    for (const server of await serversOf(text.path)) known.set(server, [...(known.get(server) ?? []), text]);
  const check: TurnCheck = { errors: [], now: new Map() };
  const unknown = new Set<string>();
  for (const [server, own] of known) {
    const ofTurn = files.filter((file) => own.includes(file));
    const [old, now] = await whenFree(server, async (run) => {
      // The turn has just ended: what watches the folder may not have noticed its last files yet.
      server.onFilesChanged(ofTurn.map(({ path }) => ({ path, isThere: true })));
      return [await run.read(ofTurn.flatMap(({ before }) => before ?? [])), await run.read(own)];
    });
    for (const { path, text } of own) {
      const found = now.get(path);
      if (!found) unknown.add(path);
      else
        check.now.set(path, {
          text,
          problems: [...(check.now.get(path)?.problems ?? []), ...found.problems],
        });
    }
    for (const { path, before, text } of ofTurn) {
      const [was, is] = [before ? old.get(before.path) : { problems: [] }, now.get(path)];
      if (!was || !is) continue;
      const added = newErrors(
        { text: before?.text ?? '', problems: was.problems },
        { text, problems: is.problems },
      );
      check.errors.push(...added.map((problem) => toTurnError(path, problem)));
    }
  }
  for (const path of unknown) check.now.delete(path);
  return check;
}

async function whenFree<T>(server: LanguageServer, act: (check: ServerCheck) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await server.check(act);
    } catch (error) {
      if (!(error instanceof CheckStopped && error.hasYielded) || tries === MAX_TRIES) throw error;
      do await pause(RETRY_MS, undefined, { ref: false });
      while (Date.now() - server.usedAt < RETRY_MS);
    }
}

function toTurnError(path: string, { range, message, source, code }: Problem): TurnError {
  return { path, line: range.start.line + 1, message, source, code };
}
