// What a server finds in a file, in bounds: a broken file of a large project can have tens of thousands of problems.
import type { LspPosition, LspRange, Problem } from '../../shared/languages.ts';
import { cutText } from '../../shared/view/cut-text.ts';

/** Of one file that are kept. */
const MAX_PROBLEMS = 2000;
/** In characters. */
const MAX_MESSAGE = 2000;
const MAX_WORD = 100;
/** In characters of JSON. */
const MAX_DATA = 4000;

/** Reads the parameters of `textDocument/publishDiagnostics`. Null if they are something else. */
export function parseProblems(params: unknown): { uri: string; problems: Problem[]; more: number } | null {
  if (!isRecord(params) || typeof params.uri !== 'string' || !Array.isArray(params.diagnostics)) return null;
  const all = params.diagnostics as unknown[];
  const problems = all.slice(0, MAX_PROBLEMS).flatMap((one) => parseProblem(one) ?? []);
  return { uri: params.uri, problems, more: Math.max(0, all.length - MAX_PROBLEMS) };
}

function parseProblem(value: unknown): Problem | null {
  const range = isRecord(value) ? parseRange(value.range) : null;
  if (!isRecord(value) || !range) return null;
  const { severity, source, code, tags, data } = value;
  const message = isRecord(value.message) ? value.message.value : value.message;
  return {
    range,
    severity: severity === 2 || severity === 3 || severity === 4 ? severity : 1,
    message: cutText(typeof message === 'string' ? message : '', MAX_MESSAGE),
    source: typeof source === 'string' ? cutText(source, MAX_WORD) : null,
    code: typeof code === 'string' || typeof code === 'number' ? cutText(String(code), MAX_WORD) : null,
    tags: Array.isArray(tags) ? [1, 2].filter((tag) => tags.includes(tag)) : [],
    ...(isKept(data) && { data }),
  };
}

function isKept(data: unknown): boolean {
  return data !== undefined && data !== null && JSON.stringify(data).length <= MAX_DATA;
}

function parseRange(value: unknown): LspRange | null {
  if (!isRecord(value)) return null;
  const [start, end] = [parsePosition(value.start), parsePosition(value.end)];
  return start && end ? { start, end } : null;
}

function parsePosition(value: unknown): LspPosition | null {
  if (!isRecord(value) || !isCount(value.line) || !isCount(value.character)) return null;
  return { line: value.line, character: value.character };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
