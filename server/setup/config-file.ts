// One of pi's files that the user may edit: reads it with its errors, replaces it, or changes one value of its JSON. A
// change of one value never overwrites a broken file, and keeps comments and unknown keys.
import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { Refusal } from '../../shared/refusal.ts';
import type { ConfigFile, ConfigProblem } from '../../shared/setup.ts';
import { ifThere } from '../lib/if-there.ts';
import { readRegularText } from '../lib/regular-file.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';
import { changeJson } from './change-json.ts';

/** The largest file. Nobody writes a larger one by hand. */
const MAX_SIZE = 2 * 1024 * 1024;

/** Work on the same file, by its path. Between reading a file and writing it, nothing else may write it. */
const inTurn = turns();

export interface ConfigPlace {
  /** Absolute. */
  path: string;
  /** `jsonc`: with comments and trailing commas. */
  format: 'json' | 'jsonc' | 'text';
  /** Whether the file may be empty. pi takes an empty file for `{}` (in pi 0.79.9 to 1.5.2). */
  mayBeEmpty?: boolean;
  /** Absolute: a project, which a save must not leave through a link. Files of the user may be links to anywhere. */
  within?: string;
  /** Describes how pi behaves while the file is broken. */
  reaction: string;
}

export async function readConfig(place: ConfigPlace): Promise<ConfigFile> {
  const text = await readText(place.path);
  return {
    path: place.path,
    text,
    etag: text === null ? null : etagOf(text),
    problem: text === null ? null : findProblem(text, place),
    reaction: place.reaction,
  };
}

export interface Condition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** Replaces the file. Rejects with a Refusal: 412, 413, 422 if the text is broken, 428. */
export async function replaceConfig(
  place: ConfigPlace,
  text: string,
  { ifMatch, ifNoneMatch }: Condition,
): Promise<ConfigFile> {
  if (!ifMatch && ifNoneMatch !== '*')
    throw new Refusal(
      428,
      'condition_required',
      'Send If-Match with the ETag that was read, or If-None-Match: *.',
    );
  if (text.length > MAX_SIZE)
    throw new Refusal(413, 'too_large', `${place.path}: more than 2 MB is not saved.`);
  const replace = async (): Promise<ConfigFile> => {
    const before = await readText(place.path);
    const isSame = ifMatch ? before !== null && etagOf(before) === ifMatch : before === null;
    if (!isSame)
      throw new Refusal(
        412,
        'changed',
        `${place.path} was changed in the meantime. Compare both versions, then save again.`,
      );
    const problem = findProblem(text, place);
    if (problem)
      throw new Refusal(
        422,
        'broken_file',
        `Line ${problem.line}, column ${problem.column}: ${problem.message}`,
      );
    await write(place, text);
    return readConfig(place);
  };
  return inTurn(replace, place.path);
}

/** Changes one value; undefined removes it. Rejects with a Refusal 409 if the file is broken. */
export function changeConfig(
  place: ConfigPlace,
  keys: readonly string[],
  value: unknown,
): Promise<ConfigFile> {
  const change = async (): Promise<ConfigFile> => {
    // Nothing can be lost in an empty file, although it is not valid JSON.
    const text = await readText(place.path);
    const before = text?.trim() ? text : null;
    const problem = before === null ? null : findProblem(before, place);
    if (problem) {
      const where = `${place.path}, line ${problem.line}, column ${problem.column}: ${problem.message}`;
      throw new Refusal(409, 'broken_file', `Nothing was saved, because the file is broken. ${where}`);
    }
    const after = changeJson(before ?? '{}\n', keys, value);
    if (after !== before) await write(place, after);
    return readConfig(place);
  };
  return inTurn(change, place.path);
}

function findProblem(text: string, { format, mayBeEmpty }: ConfigPlace): ConfigProblem | null {
  if (format === 'text' || (mayBeEmpty && text === '')) return null;
  const errors: ParseError[] = [];
  const body = text.replace(/^\uFEFF/, '');
  const value: unknown = parse(body, errors, {
    disallowComments: format === 'json',
    allowTrailingComma: format === 'jsonc',
  });
  const [error] = errors;
  if (error) return { ...positionOf(body, error.offset), message: wordsOf(error) };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  return { line: 1, column: 1, message: 'The file has to be a JSON object: { ... }.' };
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** Returns `CommaExpected` as `Comma expected.` */
function wordsOf({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  if (words.includes('comment')) return 'pi does not accept comments in this file.';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readRegularText(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Refusal(409, 'unreadable', `${file} cannot be read: ${(error as Error).message}`);
  }
}

/** If the file is a link, its target is replaced. Rejects with a Refusal 403 if the target is outside `within`. */
async function write({ path: file, within }: ConfigPlace, text: string): Promise<void> {
  const real = within === undefined ? await realpath(file).catch(() => file) : await targetIn(within, file);
  const mode = (await stat(real).catch(() => null))?.mode ?? 0o600;
  try {
    await mkdir(path.dirname(real), { recursive: true });
    await replaceWholeFile(real, text, mode);
  } catch (error) {
    throw new Refusal(507, 'not_saved', `${file} could not be saved: ${(error as Error).message}`);
  }
}

/** Returns the path without links, also of a file that does not exist yet. */
async function targetIn(project: string, file: string): Promise<string> {
  const missing: string[] = [];
  for (let existing = file; ; existing = path.dirname(existing)) {
    const stats = await ifThere(lstat(existing));
    if (!stats) {
      missing.unshift(path.basename(existing));
      continue;
    }
    // Without a target, a save would create a file wherever the link points.
    const real = await ifThere(realpath(existing));
    const target = real && path.join(real, ...missing);
    if (target && isBelow(await realpath(project), target)) return target;
    throw new Refusal(
      403,
      'outside',
      `${file} was not saved: ${existing} is a link that leads out of the project. Replace it with a file or folder of its own.`,
    );
  }
}

/** Whether an absolute path is below a folder. */
export function isBelow(folder: string, file: string): boolean {
  const steps = path.relative(folder, file);
  return steps !== '' && steps !== '..' && !steps.startsWith(`..${path.sep}`) && !path.isAbsolute(steps);
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}
