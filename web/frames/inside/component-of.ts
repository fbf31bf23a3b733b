// Finds the component of an element and its file, which React, Vue and Svelte tell in development. Each keeps it in a
// property of its own, which no interface describes, so whatever has another form counts as unknown.
import { isRecord } from '../../../shared/pi/is-record.ts';
import { fileAt, findWritten, type CodePlace } from './source-map.ts';

interface Component {
  component: string;
  source: string;
}

/** `made`: the place in the code that the server has made of the file, if nothing else is known. */
type Found = { component: string } & ({ source: string } | { made: CodePlace });

const UNKNOWN: Component = { component: '', source: '' };
/** A component of a library is made by another one, and so on, up to one of the app. */
const MOST_OWNERS = 20;
/** A stack, as all browsers write it. */
const FRAME = /(?:\(|@|at )((?:https?|file|about|webpack-internal|rsc|turbopack):\/\/.*?):(\d+):(\d+)\)?$/;
/** The last call of the component; what follows is React itself. */
const BOTTOM = /react[-_]stack[-_]bottom[-_]frame/;
const FOREIGN = /node_modules|\/\.vite\//;

/** Reads what the element tells at once, because it may change. Never rejects. */
export async function componentOf(element: Element): Promise<Component> {
  const candidates = candidatesOf(element);
  for (const found of candidates) {
    const source = 'source' in found ? found.source : await findWritten(found.made);
    if (source !== null && !FOREIGN.test(source)) return cut({ component: found.component, source });
  }
  const [first] = candidates;
  return first
    ? cut({ component: first.component, source: 'made' in first ? pathOf(first.made) : '' })
    : UNKNOWN;
}

function cut({ component, source }: Component): Component {
  return { component: component.slice(0, 200), source: source.slice(0, 500) };
}

/** The nearest one first. */
function candidatesOf(element: Element): Found[] {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const found = fromSvelte(at) ?? fromVue(at);
    if (found) return [found];
    const components = fromReact(at);
    if (components.length > 0) return components;
  }
  return [];
}

/** Svelte 5: `__svelte_meta.loc` has the file, and the line and column counted from 1 and 0. */
function fromSvelte(element: Element): Found | null {
  const loc = path(element, '__svelte_meta', 'loc');
  const file = text(path(loc, 'file'));
  if (file === '') return null;
  const line = path(loc, 'line');
  return { component: nameIn(file), source: typeof line === 'number' ? `${file}:${line}` : file };
}

/** Vue 3: the instance is at the root of what it has drawn, and on every element in development. */
function fromVue(element: Element): Found | null {
  const type = path(element, '__vueParentComponent', 'type');
  const file = text(path(type, '__file'));
  const name = text(path(type, '__name')) || text(path(type, 'name'));
  return file || name ? { component: name || nameIn(file), source: file } : null;
}

/**
 * React: the element is made by its owner, and that one by its own. 17 and 18 tell the file (`_debugSource`), 19 only a
 * stack. An owner that ran on the server has no fiber, but a name and a stack (`debugStack`).
 */
function fromReact(element: Element): Found[] {
  const key = Object.keys(element).find((each) => each.startsWith('__reactFiber$'));
  if (key === undefined) return [];
  const own = path(element, key);
  const candidates: Found[] = [];
  let at: unknown = own;
  for (let count = 0; isObject(at) && count < MOST_OWNERS; count++) {
    const owner = path(at, '_debugOwner') ?? path(at, 'owner');
    const component = nameOfOwner(owner);
    const file = text(path(at, '_debugSource', 'fileName'));
    const line = path(at, '_debugSource', 'lineNumber');
    if (file !== '')
      candidates.push({ component, source: typeof line === 'number' ? `${file}:${line}` : file });
    const stack = path(at, '_debugStack') ?? path(at, 'debugStack');
    if (component !== '' && stack instanceof Error)
      candidates.push(...placesIn(stack.stack ?? '').map((made) => ({ component, made })));
    at = owner;
  }
  if (candidates.length > 0) return candidates;
  for (let fiber = own; isObject(fiber); fiber = path(fiber, 'return')) {
    const component = nameOfOwner(fiber);
    if (component !== '') return [{ component, source: '' }];
  }
  return [];
}

function nameOfOwner(owner: unknown): string {
  const type = path(owner, 'type');
  // `memo` and `forwardRef` are objects around the function.
  const made = [type, path(type, 'type'), path(type, 'render')].find((each) => typeof each === 'function');
  const displayed = text(path(type, 'displayName')) || text(path(made, 'displayName'));
  return displayed || (made as { name?: string } | undefined)?.name || text(path(owner, 'name'));
}

function placesIn(stack: string): CodePlace[] {
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => BOTTOM.test(line));
  const places = lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const [, url, row, column] = FRAME.exec(line.trim()) ?? [];
    return url === undefined ? [] : [{ url: plainUrl(url), line: Number(row), column: Number(column) }];
  });
  // The first one is React's own, which makes the element.
  return places.slice(1).filter(({ url }) => !FOREIGN.test(url));
}

/** React calls a file of the server `about://React/Server/file:///app/page.js?7`. */
function plainUrl(url: string): string {
  const [, file] = /^about:\/\/React\/[^/]*\/(.*?)(?:\?\d+)?$/.exec(url) ?? [];
  return file === undefined ? url : decodeURI(file);
}

/** Without the line, which is that of the code that the server has made. */
function pathOf({ url }: CodePlace): string {
  return URL.canParse(url) ? fileAt(new URL(url)) : '';
}

function nameIn(file: string): string {
  return /([^/\\]+?)(?:\.\w+)?$/.exec(file)?.[1] ?? '';
}

function path(value: unknown, ...names: string[]): unknown {
  return names.reduce((at, name) => (isObject(at) ? at[name] : undefined), value);
}

/** Functions have properties, too. */
function isObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) || typeof value === 'function';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
