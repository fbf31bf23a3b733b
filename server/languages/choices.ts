// The user's choices about language servers, in a private file, and the table of servers that follows from it.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { LanguageChoices } from '../../shared/languages.ts';
import { ifThere } from '../lib/if-there.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';
import { SERVER_KINDS, type ServerKind } from './server-table.ts';

/** The longest command, in words, and the longest word. */
const [MAX_WORDS, MAX_WORD] = [50, 4096];
const MAX_ADDED = 50;

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_WORD));
const name = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and hyphens'));
/** A relative path would depend on the folder from which the panel was started. */
const program = v.pipe(
  word,
  v.check((value) => path.isAbsolute(value) || !/[\\/]/.test(value), 'must be a name or an absolute path'),
);
const command = v.pipe(v.tupleWithRest([program], word), v.maxLength(MAX_WORDS));
const languages = v.pipe(v.array(name), v.minLength(1), v.maxLength(MAX_WORDS));
export const choicesSchema = v.strictObject({
  servers: v.record(
    name,
    v.strictObject({ isOff: v.exactOptional(v.literal(true)), command: v.exactOptional(command) }),
  ),
  added: v.pipe(v.array(v.strictObject({ id: name, command, languages })), v.maxLength(MAX_ADDED)),
  turns: v.picklist(['running', 'always', 'never']),
  hasTool: v.boolean(),
}) satisfies v.GenericSchema<LanguageChoices>;

const NONE: LanguageChoices = { servers: {}, added: [], turns: 'running', hasTool: false };

export class Choices {
  readonly #file: string | null;
  readonly #inTurn = turns();
  #current = NONE;
  #kinds: readonly ServerKind[] = SERVER_KINDS;

  /** `file`: null if they end with the panel. */
  constructor(file: string | null) {
    this.#file = file;
  }

  get current(): LanguageChoices {
    return this.#current;
  }

  get kinds(): readonly ServerKind[] {
    return this.#kinds;
  }

  /** Rejects if the file has no valid choices. There are none then. */
  async open(): Promise<void> {
    if (this.#file === null) return;
    const text = await ifThere(readFile(this.#file, 'utf8'));
    if (text !== undefined) this.#use(v.parse(choicesSchema, JSON.parse(text)));
  }

  async set(choices: LanguageChoices): Promise<void> {
    this.#use(choices);
    const file = this.#file;
    if (file === null) return;
    await this.#inTurn(async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await replaceWholeFile(file, `${JSON.stringify(choices)}\n`);
    });
  }

  #use(choices: LanguageChoices): void {
    this.#current = choices;
    this.#kinds = kindsWith(choices);
  }
}

/** A command of the user is in place of all programs of that server. */
export function kindsWith({ servers, added }: LanguageChoices): ServerKind[] {
  const all = [...added.map(kindOf), ...SERVER_KINDS];
  const seen = new Set<string>();
  return all.flatMap((kind) => {
    const { isOff, command: own } = servers[kind.id] ?? {};
    const [first, ...args] = own ?? [];
    if (isOff || (first !== undefined && seen.has(kind.id))) return [];
    seen.add(kind.id);
    if (first === undefined) return [kind];
    // The user knows which project it is for.
    const { typescript: _served, ...rest } = kind;
    return [{ ...rest, program: first, args }];
  });
}

const ADDED = 'own.';

/** Whether this is the id of a row that the user has added. */
export function isAdded(id: string): boolean {
  return id.startsWith(ADDED);
}

function kindOf({
  id,
  command: [first = '', ...args],
  languages: known,
}: LanguageChoices['added'][number]): ServerKind {
  return { id: `${ADDED}${id}`, program: first, args, languages: known, markers: [] };
}
