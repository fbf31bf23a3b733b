// The table of which room may import which, and its checks: forbidden imports, cycles, names without meaning. Works on
// texts, without the file system. The tsconfig of each room forbids DOM or Node.
import { posix } from 'node:path';
import ts from 'typescript';

/** The rooms that a region may import. Every folder of web/ without an entry in ROOMS is a region. */
const REGION = [
  'shared',
  'web/language',
  'web/lib',
  'web/ui',
  'web/stream',
  'web/markdown',
  'web/monaco',
  'web/state',
  'web/actions',
];
/** The rooms and shared files that a room of the chat may import. */
const CHAT = [
  ...REGION,
  'web/chat/chat-context.ts',
  'web/chat/lane-words.ts',
  'web/chat/Images.svelte',
  'web/chat/StoredImage.svelte',
];
/**
 * Each room, and which rooms or single files it may import besides itself. A path belongs to the longest room name it
 * starts with.
 */
const ROOMS: Record<string, string[]> = {
  'shared/pi': [],
  'shared/view': ['shared/pi'],
  // The files directly in shared/, such as wire.ts.
  shared: ['shared/pi', 'shared/view'],

  // One running pi. Each room may use the ones above it in this list; agent.ts and registry.ts use them all.
  'server/agent/feed': ['shared'],
  'server/agent/process': ['shared', 'server/sessions', 'server/agent/feed'],
  'server/agent/extensions': ['shared', 'server/agent/feed', 'server/agent/process'],
  'server/agent/session': [
    'shared',
    'server/lib',
    'server/sessions',
    'server/output',
    'server/agent/process',
    'server/agent/feed',
  ],
  'server/agent/queue': [
    'shared',
    'server/lib',
    'server/agent/feed',
    'server/agent/process',
    'server/agent/extensions',
  ],
  'server/agent/commands': [
    'shared',
    'server/output',
    'server/agent/process',
    'server/agent/feed',
    'server/agent/extensions',
    'server/agent/session',
    'server/agent/queue',
  ],
  'server/agent': [
    'shared',
    'server/sessions',
    'server/output',
    'server/changes',
    'server/git',
    'server/agent',
  ],
  // Every room of the server may use it; it knows nothing of pi.
  'server/lib': ['shared'],
  'server/output': ['shared', 'server/lib'],
  'server/gate': [],
  'server/workspace': ['shared', 'server/lib'],
  'server/sessions': ['shared', 'server/lib'],
  // The same idea: each folder may use the ones above it.
  'server/changes/contents': ['shared', 'server/lib', 'server/workspace', 'server/git'],
  'server/changes/journal': ['shared', 'server/lib', 'server/changes/contents'],
  'server/changes/undo': [
    'shared',
    'server/lib',
    'server/workspace',
    'server/changes/contents',
    'server/changes/journal',
  ],
  'server/changes': ['shared', 'server/lib', 'server/workspace', 'server/git', 'server/changes'],
  'server/git': ['shared'],
  'server/budget': ['shared', 'server/lib', 'server/agent/agent.ts'],
  'server/push': ['shared', 'server/lib'],
  'server/worktrees': ['shared', 'server/lib', 'server/git', 'server/agent/process'],
  'server/demo': ['shared', 'server/pi-extensions.ts'],
  // `pi-panel ssh` and the far side of it, and the panel behind `/panel`.
  'server/remote': [
    'shared',
    'server/lib',
    'server/listen.ts',
    'server/open-browser.ts',
    'server/options.ts',
  ],
  // `/panel`, inside the pi of a terminal.
  'server/terminal': [
    'shared',
    'server/lib',
    'server/companion/import-in-pi.ts',
    'server/open-browser.ts',
    'server/remote/far-side.ts',
    'server/sessions/session-hold.ts',
  ],
  // Runs inside pi; its messages to and from the panel are typed in shared.
  'server/companion': ['shared', 'server/changes'],
  // Runs inside another pi.
  'server/setup/inside': ['shared', 'server/companion/import-in-pi.ts'],
  'server/setup': ['shared', 'server/lib', 'server/sessions', 'server/agent/process'],
  // The handlers of the API, one file for each group of routes.
  'server/routes': ['shared', 'server'],
  // What one panel has: its agents, their sessions, folders and worktrees.
  'server/host': ['shared', 'server'],
  // app.ts, panel.ts, main.ts: the wiring.
  server: ['shared', 'server'],

  // The texts of the page, in each language: every room of the page may use it.
  'web/language': ['shared'],
  'web/lib/format': ['shared', 'web/language'],
  'web/lib/browser': ['shared', 'web/language'],
  'web/lib/storage': ['shared'],
  'web/lib/theme': ['shared'],
  'web/lib/requests': ['shared', 'web/language', 'web/lib/browser'],
  'web/lib/keys': ['shared', 'web/language', 'web/lib/storage'],
  'web/lib': ['shared', 'web/language'],
  'web/ui/text': ['shared', 'web/language', 'web/lib'],
  'web/ui/controls': ['shared', 'web/language', 'web/lib', 'web/ui/text'],
  'web/ui/progress': ['shared', 'web/language', 'web/lib', 'web/ui/text', 'web/ui/controls'],
  'web/ui/overlays': ['shared', 'web/language', 'web/lib', 'web/ui/text', 'web/ui/controls'],
  'web/ui/lists': ['shared', 'web/language', 'web/lib', 'web/ui'],
  'web/stream': ['shared', 'web/language', 'web/lib'],
  'web/markdown': ['shared', 'web/language', 'web/lib', 'web/ui'],
  'web/monaco': ['shared', 'web/language', 'web/lib'],
  'web/state/preferences': ['shared', 'web/language', 'web/lib'],
  'web/state/notices': ['shared', 'web/language', 'web/lib'],
  'web/state/agent': ['shared', 'web/language', 'web/lib', 'web/stream'],
  'web/state/workbench': ['shared', 'web/language', 'web/lib', 'web/state/preferences'],
  // The root of the page's state.
  'web/state/panel': ['shared', 'web/language', 'web/lib', 'web/stream', 'web/state'],
  // The changelog is what the page says to be new.
  'web/actions': ['shared', 'web/language', 'web/lib', 'web/ui', 'web/state', 'CHANGELOG.md'],
  // Signing in and other parts of the set-up that several regions show.
  'web/setup': REGION,
  'web/settings': [...REGION, 'web/setup'],
  'web/shell': [...REGION, 'web/setup'],
  // The service worker: it runs beside the page, and takes its colours from it.
  'web/worker': ['shared', 'web/shell/frame/tokens.css'],
  'web/chat/tools': CHAT,
  'web/chat/find': CHAT,
  'web/chat/transcript': [...CHAT, 'web/chat/find', 'web/chat/tools'],
  'web/chat/controls': CHAT,
  'web/chat/composer': [...CHAT, 'web/chat/controls'],
  'web/chat/queue': [...CHAT, 'web/chat/composer'],
  // Chat.svelte puts its rooms together.
  'web/chat': [...REGION, 'web/chat'],
  // main.ts and App.svelte, which put the regions together.
  web: ['shared', 'web'],

  // The suites drive a built panel from outside; some also look at single rooms of the server.
  e2e: ['shared', 'server', 'scripts'],
  // The pictures use the demo, and the tables of the documents come from the page.
  scripts: ['shared', 'server', 'e2e', 'web/actions'],
};

const DIVIDED = new Set([
  'shared',
  'server',
  'server/agent',
  'server/changes',
  'web',
  'web/chat',
  'web/lib',
  'web/ui',
]);

const NO_NAMES = /(^|\/)(utils?|helpers?|common|managers?|services?|misc|index)(\.[\w.]+)?(\/|$)/;

/** Path within the project, with `/`, to the text of each source file (.ts, .svelte). */
export type Sources = ReadonlyMap<string, string>;

/** Every forbidden import, each as a sentence. */
export function forbiddenImports(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    relativeImports(file, text).flatMap((target) => objection(file, target) ?? []),
  );
}

/** Every import cycle, as `a -> b -> a`. Types count: a cycle of types is one idea in two files. */
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

/** Components that render nested data, such as a list in a quote in a list, contain each other. */
function isRecursion(cycle: string[]): boolean {
  const folder = posix.dirname(cycle[0] ?? '');
  return cycle.every((file) => file.endsWith('.svelte') && posix.dirname(file) === folder);
}

/** Files and folders whose names do not say what they hold, barrel files included. */
export function emptyNames(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => NO_NAMES.test(file));
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
  // A divided room allows only files directly in it: an unlisted folder would inherit too many permissions.
  const isUnplanned = room && DIVIDED.has(room) && posix.dirname(file) !== room;
  if (isUnplanned && room === 'web') return /^web\/[^/]+/.exec(file)?.[0];
  return isUnplanned ? undefined : room;
}

function isWithin(file: string, room: string): boolean {
  return file.startsWith(`${room}/`);
}

/** The files of the project that a file imports, relative to the project; including dynamic imports and types. */
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
