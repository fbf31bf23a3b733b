// Finds the component of an element and its file, which React, Vue and Svelte tell in development. Each keeps it in a
// property of its own, which no interface describes, so whatever has another form counts as unknown.
import { isRecord } from '../../../shared/pi/is-record.ts';

interface Component {
  component: string;
  source: string;
}

const UNKNOWN: Component = { component: '', source: '' };

export function componentOf(element: Element): Component {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const found = fromSvelte(at) ?? fromVue(at) ?? fromReact(at);
    if (found) return { component: found.component.slice(0, 200), source: found.source.slice(0, 500) };
  }
  return UNKNOWN;
}

/** Svelte 5: `__svelte_meta.loc` has the file, and the line and column counted from 1 and 0. */
function fromSvelte(element: Element): Component | null {
  const loc = path(element, '__svelte_meta', 'loc');
  const file = text(path(loc, 'file'));
  if (file === '') return null;
  const line = path(loc, 'line');
  return { component: nameIn(file), source: typeof line === 'number' ? `${file}:${line}` : file };
}

/** Vue 3: the instance is at the root of what it has drawn, and on every element in development. */
function fromVue(element: Element): Component | null {
  const type = path(element, '__vueParentComponent', 'type');
  const file = text(path(type, '__file'));
  const name = text(path(type, '__name')) || text(path(type, 'name'));
  return file || name ? { component: name || nameIn(file), source: file } : null;
}

/** React: the fiber's nearest component. 17 and 18 tell the file (`_debugSource`), 19 only a stack (`_debugStack`). */
function fromReact(element: Element): Component | null {
  const key = Object.keys(element).find((each) => each.startsWith('__reactFiber$'));
  if (key === undefined) return null;
  const own = path(element, key);
  for (let fiber = own; isObject(fiber); fiber = path(fiber, 'return')) {
    const type = path(fiber, 'type');
    if (typeof type !== 'function') continue;
    const source = sourceOf(own) || sourceOf(fiber);
    return { component: text(path(type, 'displayName')) || type.name, source };
  }
  return null;
}

function sourceOf(fiber: unknown): string {
  const file = text(path(fiber, '_debugSource', 'fileName'));
  const line = path(fiber, '_debugSource', 'lineNumber');
  if (file !== '') return typeof line === 'number' ? `${file}:${line}` : file;
  const stack = path(fiber, '_debugStack');
  const lines = stack instanceof Error ? (stack.stack ?? '').split('\n') : [];
  // The first line is of React itself.
  const place = lines
    .slice(1)
    .find((each) => /https?:\/\//.test(each) && !/node_modules|\/\.vite\//.test(each));
  const [, address = ''] = /(https?:\/\/[^\s)]+)/.exec(place ?? '') ?? [];
  // Line and column are those of the code that the server has made of the file.
  return address.replace(/^https?:\/\/[^/]+\//, '').replace(/(?:\?[^:]*)?(?::\d+)*$/, '');
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
