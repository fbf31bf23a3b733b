// Parses JSON as files have it: with comments and trailing commas, or one value in each line. Pure.
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { ExactNumber } from './json-rows.ts';

export class JsonProblem extends Error {
  /** From 1. */
  readonly line: number;

  constructor(reason: string, line: number) {
    super(reason);
    this.line = line;
  }
}

/** Throws a JsonProblem. `isLines`: whether each line has a value of its own. */
export function parseJson(text: string, isLines: boolean): unknown {
  const plain = text.replace(/^\ufeff/, '');
  if (!isLines) return parseValue(plain, 1);
  return plain
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => parseValue(line, number));
}

function parseValue(text: string, line: number): unknown {
  try {
    return JSON.parse(text, hasLongNumber(text) ? exact : undefined) as unknown;
  } catch {
    // It has comments or trailing commas, or the other parser can say where it is wrong.
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (!error) return value;
    const lines = text.slice(0, error.offset).split('\n').length - 1;
    throw new JsonProblem(printParseErrorCode(error.error), line + lines);
  }
}

/** Whether there may be a number with more digits than JavaScript keeps. */
function hasLongNumber(text: string): boolean {
  return /\d{16}/.test(text.replaceAll('.', ''));
}

/** Browsers without `context` show such a number rounded. */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return source.replace(/\D/g, '').length > 15 && String(value) !== source ? new ExactNumber(source) : value;
}
