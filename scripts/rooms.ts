// The plan of the house as data, and what breaks it: who may import whom, cycles, names that say nothing.
// Works on texts, knows no file system. What a tsconfig can forbid (DOM, Node) is not its business.
import { posix } from 'node:path';
import ts from 'typescript';

/** Each room and what it may import besides itself; a path belongs to the longest room name it starts with. */
const REGION = [
  'shared',
  'web/lib',
  'web/ui',
  'web/stream',
  'web/markdown',
  'web/monaco',
  'web/state',
  'web/actions',
];
const ROOMS: Record<string, string[]> = {
  'shared/pi': [],
  'shared/view': ['shared/pi'],
  // The files directly in shared/, such as wire.ts.
  shared: ['shared/pi', 'shared/view'],

  // One running pi. Each room may use the ones above it in this list; agent.ts and registry.ts use them all.
  'server/agent/process': ['shared', 'server/sessions'],
  'server/agent/feed': ['shared'],
  'server/agent/extensions': ['shared', 'server/agent/process'],
  'server/agent/session': [
    'shared',
    'server/sessions',
    'server/output',
    'server/agent/process',
    'server/agent/feed',
  ],
  'server/agent/queue': ['shared', 'server/agent/process', 'server/agent/extensions'],
  'server/agent/commands': [
    'shared',
    'server/output',
    'server/agent/process',
    'server/agent/feed',
    'server/agent/extensions',
    'server/agent/session',
    'server/agent/queue',
  ],
  'server/agent': ['shared', 'server/sessions', 'server/output', 'server/agent'],
  'server/output': ['shared'],
  'server/gate': [],
  'server/workspace': ['shared'],
  'server/sessions': ['shared'],
  'server/demo': [],
  // Runs inside pi; its messages to and from the panel are typed in shared.
  'server/companion': ['shared'],
  // app.ts, host.ts, main.ts: the wiring.
  server: ['shared', 'server'],

  'web/lib': ['shared'],
  'web/ui': ['shared', 'web/lib'],
  'web/stream': ['shared', 'web/lib'],
  'web/markdown': ['shared', 'web/lib', 'web/ui'],
  'web/monaco': ['shared', 'web/lib'],
  'web/state': ['shared', 'web/lib', 'web/stream'],
  'web/actions': ['shared', 'web/lib', 'web/state'],
  'web/chat': REGION,
  'web/terminal': REGION,
  'web/editor': REGION,
  'web/sessions': REGION,
  'web/dialogs': REGION,
  'web/palette': REGION,
  'web/log': REGION,
  'web/shell': REGION,
  // main.ts and App.svelte, which put the regions together.
  web: ['shared', 'web'],

  // The suites drive a built panel from outside; some also look at single rooms of the server.
  e2e: ['shared', 'server', 'scripts'],
  // The pictures use the demo, and the tables of the documents come from the page.
  scripts: ['shared', 'server', 'e2e', 'web/palette'],
};

const DIVIDED = new Set(['shared', 'server', 'server/agent', 'web']);

const NO_NAMES = /(^|\/)(utils?|helpers?|common|managers?|services?|misc|index)(\.[\w.]+)?(\/|$)/;

/** Path within the project, with `/`, to the text of each source file (.ts, .svelte). */
export type Sources = ReadonlyMap<string, string>;

/** Every import that the plan does not allow, each as a sentence. */
export function forbiddenImports(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    relativeImports(file, text).flatMap((target) => objection(file, target) ?? []),
  );
}

/** Every ring of files that import each other, as `a -> b -> a`. Types count: a ring of types is one idea in two files. */
export function importCycles(sources: Sources): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) {
      const ring = [...path.slice(path.indexOf(file)), file];
      if (!isRecursion(ring)) cycles.push(ring.join(' -> '));
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

/** Nested data (a list in a quote in a list) is shown by components that contain each other. */
function isRecursion(ring: string[]): boolean {
  const folder = posix.dirname(ring[0] ?? '');
  return ring.every((file) => file.endsWith('.svelte') && posix.dirname(file) === folder);
}

/** Files and folders that are not named for what they hold, barrel files among them. */
export function emptyNames(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => NO_NAMES.test(file));
}

function objection(file: string, target: string): string | undefined {
  if (file.endsWith('.test.ts') && target.includes('/fixtures/')) return undefined;
  const from = roomOf(file);
  const to = roomOf(target);
  if (!from) return `${file} is in no room: add its folder to the plan`;
  if (!to) return `${file} imports ${target}, which is in no room`;
  if (to === from || ROOMS[from]?.some((room) => isWithin(target, room))) return undefined;
  return `${file} imports ${target}: ${from} may not import ${to}`;
}

function roomOf(file: string): string | undefined {
  if (file.includes('/fixtures/')) return roomOf(file.replace('fixtures/', ''));
  const known = Object.keys(ROOMS).filter((room) => isWithin(file, room));
  const room = known.sort((a, b) => b.length - a.length)[0];
  // The divided rooms hold only files of their own: a folder that the plan does not name would inherit too much.
  const isUnplanned = room && DIVIDED.has(room) && posix.dirname(file) !== room;
  return isUnplanned ? undefined : room;
}

function isWithin(file: string, room: string): boolean {
  return file.startsWith(`${room}/`);
}

/** The project's files that a file imports, by path within the project; dynamic imports and types too. */
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
