// The checks for the table of rooms: forbidden imports, cycles, names without meaning. They work on texts, without the
// file system. The tsconfig of each room forbids DOM or Node.
import { posix } from 'node:path';
import ts from 'typescript';
import { DIVIDED, REGION, ROOMS } from './rooms.ts';

/** A pattern that recognizes a part of the page in source code, and the only file that may contain it. */
const PARTS = [
  { source: /<dialog\b/, name: '<dialog>', file: 'web/ui/overlays/Modal.svelte' },
  { source: /\bcreateDiffEditor\(/, name: 'a diff editor', file: 'web/diff/side-by-side.ts' },
  {
    source: /\bt\('Both sides of \{path\}'/,
    name: 'the view of a conflict',
    file: 'web/ui/conflicts/ConflictText.svelte',
  },
  { source: /\bt\('Next match'\)/, name: 'the buttons of a find bar', file: 'web/ui/find/FindSteps.svelte' },
];

const NO_NAMES = /(^|\/)(utils?|helpers?|common|managers?|services?|misc|index)(\.[\w.]+)?(\/|$)/;

/** Path within the project, with `/`, to the text of each source file (.ts, .svelte). */
export type Sources = ReadonlyMap<string, string>;

/** Returns every forbidden import, each as a sentence. */
export function forbiddenImports(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    relativeImports(file, text).flatMap((target) => objection(file, target) ?? []),
  );
}

/** Returns every import cycle, as `a -> b -> a`. Types count, because a cycle of types is one idea in two files. */
export function importCycles(sources: Sources): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) {
      const cycle = [...path.slice(path.indexOf(file)), file];
      if (!isRecursion(cycle)) cycles.push(cycle.join(' -> '));
      return;
    }
    const text = sources.get(file);
    if (done.has(file) || text === undefined) return;
    for (const target of relativeImports(file, text)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return cycles;
}

/**
 * Whether a cycle is a recursion. Components that render nested data, such as a list in a quote in a list, contain each
 * other.
 */
function isRecursion(cycle: string[]): boolean {
  const folder = posix.dirname(cycle[0] ?? '');
  return cycle.every((file) => file.endsWith('.svelte') && posix.dirname(file) === folder);
}

/** Returns the files and folders whose names do not say what they hold, barrel files included. */
export function emptyNames(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => NO_NAMES.test(file));
}

/** Returns the files of the page that write out a part that exists, each as a sentence. */
export function copiedParts(sources: Sources): string[] {
  const isPage = (file: string): boolean => file.startsWith('web/');
  return [...sources].flatMap(([file, text]) =>
    PARTS.filter((part) => isPage(file) && file !== part.file && part.source.test(withoutComments(text))).map(
      (part) => `${file} writes ${part.name}: use ${part.file}`,
    ),
  );
}

function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function objection(file: string, target: string): string | undefined {
  if (file.endsWith('.test.ts') && target.includes('/fixtures/')) return undefined;
  const from = roomOf(file);
  const to = roomOf(target);
  if (!from) return `${file} is not in a room: add its folder to scripts/rooms.ts`;
  if (
    to === from ||
    (ROOMS[from] ?? REGION).some((allowed) => target === allowed || isWithin(target, allowed))
  )
    return undefined;
  if (!to) return `${file} imports ${target}, which is not in a room`;
  return `${file} imports ${target}: ${from} may not import ${to}`;
}

function roomOf(file: string): string | undefined {
  if (file.includes('/fixtures/')) return roomOf(file.replace('fixtures/', ''));
  const known = Object.keys(ROOMS).filter((room) => isWithin(file, room));
  const room = known.sort((a, b) => b.length - a.length)[0];
  // A divided room allows only files directly in it, because an unlisted folder would inherit too many permissions.
  const isUnplanned = room && DIVIDED.has(room) && posix.dirname(file) !== room;
  if (isUnplanned && room === 'web') return /^web\/[^/]+/.exec(file)?.[0];
  return isUnplanned ? undefined : room;
}

function isWithin(file: string, room: string): boolean {
  return file.startsWith(`${room}/`);
}

/**
 * Returns the files of the project that a file imports, relative to the project, including dynamic imports and types.
 */
function relativeImports(file: string, text: string): string[] {
  const script = file.endsWith('.svelte') ? scriptsOf(text) : text;
  return ts
    .preProcessFile(script, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.normalize(posix.join(posix.dirname(file), name.replace(/\?.*$/, ''))));
}

function scriptsOf(component: string): string {
  return [...component.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join('\n');
}
