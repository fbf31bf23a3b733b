// Reads and checks what requests carry: bodies, query parameters, headers. Everything invalid is thrown as a Refusal.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as v from 'valibot';
import { Refusal } from '../../shared/refusal.ts';
import { describe } from '../agent/commands/parse-command.ts';

export const MAX_ID = 200;

/** A non-empty text of at most this many characters. */
export function shortText(most: number): v.GenericSchema<string> {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(most));
}

/** The schema of a body for an action that needs no further fields. */
export const nothing = v.strictObject({});

/** `otherwise`: what an empty body stands for. */
export async function readJson(c: Context, otherwise = ''): Promise<unknown> {
  const text = (await c.req.text()) || otherwise;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'bad_json', 'The body is not valid JSON.');
  }
}

/**
 * Reads and checks a body. Its strings may become paths, arguments and variables of programs, so all of them are plain
 * text, see `oddString`.
 */
export async function readBody<S extends v.GenericSchema>(
  c: Context,
  schema: S,
  otherwise?: string,
): Promise<v.InferOutput<S>> {
  const body = await readJson(c, otherwise);
  const odd = oddString(body);
  if (odd) throw new Refusal(400, 'bad_body', `body${odd.field && `: ${odd.field}`} ${odd.fault}.`);
  const parsed = v.safeParse(refuseLists(schema), body);
  if (parsed.success) return parsed.output;
  throw new Refusal(400, 'bad_body', describe('body', parsed.issues[0]));
}

/**
 * Finds a string or a name that no system call takes: with a NUL, which ends it there, or with half a surrogate pair,
 * which has no encoding. `field` is its place, such as `files.0.path`. A URL with a NUL is refused by the gate.
 */
function oddString(body: unknown): { field: string; fault: string } | null {
  const left: [value: unknown, field: string][] = [[body, '']];
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, field] = next;
    const fault = typeof value === 'string' ? faultOf(value) : undefined;
    if (fault !== undefined) return { field, fault };
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const nameFault = faultOf(name);
      if (nameFault !== undefined) return { field, fault: nameFault };
      left.push([inner, field === '' ? name : `${field}.${name}`]);
    }
  }
  return null;
}

function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character';
  return text.isWellFormed() ? undefined : 'must not contain half a surrogate pair';
}

/** A word that becomes an argument of a program, which must not read it as an option. */
export function argument(most: number): v.GenericSchema<string> {
  return v.pipe(
    shortText(most),
    v.regex(/^[^-]/, 'must not begin with a hyphen'),
    v.regex(/^\P{Cc}*$/u, 'must not contain a control character'),
  );
}

/** Makes the schema of an object without required fields refuse a list, which valibot (1.5.0) accepts. */
export function refuseLists<S extends v.GenericSchema>(
  schema: S,
): v.GenericSchema<unknown, v.InferOutput<S>> {
  const isNotList = v.check((value) => !Array.isArray(value), 'must be an object, not a list');
  return v.pipe(v.unknown(), isNotList, schema);
}

/**
 * Returns the schema of an object that has one of these forms, recognized by its first field. A refusal then names what
 * is wrong in that form, whereas a union would only say that no form fits.
 */
export function formOf<S extends v.GenericSchema>(
  forms: Record<string, S>,
): v.GenericSchema<unknown, v.InferOutput<S>> {
  const names = Object.keys(forms);
  const noForm = v.custom<never>(() => false, `needs one of ${names.join(', ')}`);
  return v.lazy((value) => {
    const name = names.find(
      (each) => typeof value === 'object' && value !== null && Object.hasOwn(value, each),
    );
    return name === undefined ? noForm : forms[name]!;
  });
}

/** Reads the body of a PUT as text. */
export async function readText(c: Context): Promise<string> {
  const bytes = await c.req.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'bad_body', 'The body is not UTF-8 text.');
  }
}

export function idempotencyKeyOf(c: Context): string | undefined {
  return c.req.header('Idempotency-Key');
}

/** Returns who sent the request, as far as that can be known, because everyone has the same token. */
export function senderOf(c: Context): { from: string; client: string } {
  // Requests in tests have no socket.
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  const client = c.req.header('User-Agent')?.slice(0, 200) ?? '';
  return { from: incoming?.socket.remoteAddress ?? '', client };
}

/** Returns a required query parameter. `what` describes it in the error message. */
export function requiredQuery(c: Context, name: string, what: string): string {
  const value = c.req.query(name);
  if (value) return value;
  throw new Refusal(400, 'bad_query', `${name}: ${what} is missing.`);
}

export function countQuery(
  c: Context,
  name: string,
  { otherwise, least = 1, most }: { otherwise: number; least?: number; most: number },
): number {
  const text = c.req.query(name);
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (Number.isInteger(count) && count >= least && count <= most) return count;
  throw new Refusal(400, 'bad_query', `${name}: must be a whole number from ${least} to ${most}.`);
}

/** Returns ms since 1970. The request may contain that number or an ISO date. */
export function timeQuery(c: Context, name: string): number | undefined {
  const text = c.req.query(name);
  if (!text) return undefined;
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(time)) return time;
  throw new Refusal(400, 'bad_query', `${name}: must be a date, or milliseconds since 1970.`);
}
