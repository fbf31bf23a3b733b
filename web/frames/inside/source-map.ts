// Finds where code of a server was written: follows the source map of a script (version 3, also in sections), which
// development servers send beside it.
import { isRecord } from '../../../shared/pi/is-record.ts';

/** A place in code as a stack names it, from 1. */
export interface CodePlace {
  url: string;
  line: number;
  column: number;
}

const LIMIT_MS = 3000;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BY_CODE = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]));
const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)];

/** A document may replace its own. */
const ownFetch = globalThis.fetch.bind(globalThis);

/** Resolves to the file with the line, such as `src/App.jsx:7`; null if no map tells. Never rejects. */
export async function findWritten(place: CodePlace): Promise<string | null> {
  try {
    const found = await fetchMap(place.url, AbortSignal.timeout(LIMIT_MS));
    return found && lookUp(found.map, { line: place.line - 1, column: place.column - 1, base: found.base });
  } catch {
    return null;
  }
}

async function fetchMap(url: string, signal: AbortSignal): Promise<{ map: unknown; base: string } | null> {
  const fetchText = async (address: string): Promise<string> => (await ownFetch(address, { signal })).text();
  // React names a component of the server by the file there, whose map Next sends at this address.
  if (!/^https?:/.test(url)) {
    const base = new URL(`/__nextjs_source-map?filename=${encodeURIComponent(url)}`, location.href).href;
    return { map: JSON.parse(await fetchText(base)), base };
  }
  if (new URL(url).host !== location.host) return null;
  const code = await fetchText(url);
  const [, address] = [...code.matchAll(/\/\/[#@] sourceMappingURL=(\S+)/g)].at(-1) ?? [];
  if (address === undefined) return null;
  const [, coded] = /^data:application\/json;(?:charset=[\w-]+;)?base64,(.*)$/.exec(address) ?? [];
  if (coded !== undefined) return { map: JSON.parse(decodeBase64(coded)), base: url };
  const base = new URL(address, url).href;
  return { map: JSON.parse(await fetchText(base)), base };
}

/** The policy of a document may forbid to fetch a data: address. */
function decodeBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}

interface Wanted {
  /** From 0. */
  line: number;
  column: number;
  /** What the names of files are relative to. */
  base: string;
}

/** Returns the file with the line in a source map; null for what is none, and for code that nobody wrote. */
export function lookUp(map: unknown, { line, column, base }: Wanted): string | null {
  if (!isRecord(map)) return null;
  if (Array.isArray(map.sections)) {
    const sections = map.sections.filter(isSection);
    const section = sections.findLast(
      ({ offset }) => offset.line < line || (offset.line === line && offset.column <= column),
    );
    if (!section) return null;
    const { offset } = section;
    const inLine = offset.line === line ? column - offset.column : column;
    return lookUp(section.map, { line: line - offset.line, column: inLine, base });
  }
  const { mappings, sources, sourceRoot } = map;
  if (typeof mappings !== 'string' || !Array.isArray(sources)) return null;
  const found = findSegment(mappings, line, column);
  const source: unknown = found && sources[found.source];
  if (!found || typeof source !== 'string') return null;
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '';
  return `${fileAt(new URL(root + source, base))}:${found.line + 1}`;
}

interface Section {
  offset: { line: number; column: number };
  map: unknown;
}

function isSection(value: unknown): value is Section {
  if (!isRecord(value) || !isRecord(value.offset)) return false;
  return typeof value.offset.line === 'number' && typeof value.offset.column === 'number';
}

/** Each segment has the column, and as differences to the last one the file, its line and its column. */
function findSegment(
  mappings: string,
  line: number,
  column: number,
): { source: number; line: number } | null {
  const last = [0, 0, 0, 0, 0];
  let found: { source: number; line: number } | null = null;
  let at = 0;
  for (let row = 0; at <= mappings.length && row <= line; at++) {
    const code = mappings.charCodeAt(at);
    if (code === COMMA) continue;
    if (code === SEMICOLON || at === mappings.length) {
      row += 1;
      last[0] = 0;
      continue;
    }
    let field = 0;
    for (; BY_CODE.has(mappings.charCodeAt(at)); field++) {
      let [value, shift, digit] = [0, 0, 32];
      for (; digit & 32; shift += 5)
        value += ((digit = BY_CODE.get(mappings.charCodeAt(at++)) ?? 0) & 31) << shift;
      if (field < last.length) last[field]! += value & 1 ? -(value >>> 1) : value >>> 1;
    }
    if (field === 0) return null;
    at -= 1;
    if (row === line && last[0]! > column) return found;
    if (row === line) found = field > 1 ? { source: last[1]!, line: last[2]! } : null;
  }
  return found;
}

/** Returns the path of a file as a developer names it: within the app, or the absolute one if the map has that. */
export function fileAt({ protocol, pathname }: URL): string {
  const path = decodeURIComponent(pathname);
  if (protocol === 'file:') return path;
  // Vite: `/@fs/home/me/lib/a.ts`
  if (/^https?:$/.test(protocol)) return path.startsWith('/@fs/') ? path.slice('/@fs'.length) : path.slice(1);
  // `webpack-internal:///(app)/./app/page.tsx`, `turbopack:///[project]/app/page.tsx`
  return path.replace(/^\/*(?:[[(][^/]*[\])]\/)?(?:\.\/)?/, '');
}
