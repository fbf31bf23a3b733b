// The table of which room may import which. `room-checks.ts` checks it.

/** The rooms that a region may import. Every folder of web/ without an entry in ROOMS is a region. */
export const REGION = [
  'shared',
  'web/language',
  'web/lib',
  'web/ui',
  'web/stream',
  'web/markdown',
  'web/monaco',
  'web/state',
  'web/actions',
  'web/help',
  'web/diff',
];
/** The rooms and shared files that a room of the chat may import. */
const CHAT = [
  ...REGION,
  'web/chat/chat-context.ts',
  'web/chat/lane-words.ts',
  'web/chat/usage-words.ts',
  'web/chat/DrawnLines.svelte',
  'web/chat/Images.svelte',
  'web/chat/MessageUsage.svelte',
];
/**
 * Each room, and which rooms or single files it may import besides itself. A path belongs to the longest room name it
 * starts with.
 */
export const ROOMS: Record<string, string[]> = {
  'shared/pi': [],
  'shared/view': ['shared/pi'],
  // Sub-agents, with a folder for each package that starts them.
  'shared/children': ['shared/view'],
  // The files directly in shared/, such as wire.ts.
  shared: ['shared/pi', 'shared/view', 'shared/children'],

  // One running pi. Each room may use the ones above it in this list; agent.ts and registry.ts use them all.
  'server/agent/feed': ['server/lib/image-ref.ts', 'shared'],
  'server/agent/process': ['shared', 'server/lib', 'server/sessions', 'server/agent/feed'],
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
    'server/lib',
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
  'server/workspace': ['shared', 'server/lib', 'server/git/start-git.ts'],
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
  'server/git': ['shared', 'server/lib', 'server/sessions/agent-dir.ts', 'server/sessions/project-trust.ts'],
  // The user's own work with git: remotes, branches, history, conflicts.
  'server/ship': ['shared', 'server/lib', 'server/git'],
  'server/budget': ['shared', 'server/lib', 'server/agent/agent.ts'],
  'server/push': ['shared', 'server/lib'],
  'server/shells': ['shared', 'server/lib', 'server/agent/process', 'server/agent/feed'],
  // Runs in a frame of the page, at an origin of its own.
  'server/frames': ['shared', 'server/lib', 'server/gate/http-server.ts'],
  'server/languages': [
    'shared',
    'server/lib',
    'server/agent/process',
    'server/agent/feed',
    'server/sessions/project-trust.ts',
    'server/workspace/workspace-path.ts',
  ],
  'server/worktrees': [
    'shared',
    'server/lib',
    'server/git',
    'server/agent/process',
    'server/sessions/shared-json.ts',
  ],
  'server/demo': ['shared', 'server/lib', 'server/pi-extensions.ts'],
  // `pi-panel ssh` and its far side, and the panel behind `/panel`.
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
  'server/companion': [
    'shared',
    'server/lib/image-ref.ts',
    'server/lib/regular-file.ts',
    'server/lib/replace-whole-file.ts',
    'server/changes',
  ],
  // Runs inside another pi.
  'server/setup/inside': ['shared', 'server/lib/regular-file.ts', 'server/companion/import-in-pi.ts'],
  'server/setup': ['shared', 'server/lib', 'server/sessions', 'server/agent/process'],
  // The handlers of the API, one file for each group of routes.
  'server/routes': ['shared', 'server'],
  // The parts of one panel: its agents, their sessions, folders and worktrees.
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
  'web/ui/tree': ['shared', 'web/language', 'web/lib', 'web/ui'],
  'web/stream': ['shared', 'web/language', 'web/lib'],
  'web/markdown': ['shared', 'web/language', 'web/lib', 'web/ui'],
  'web/monaco': ['shared', 'web/language', 'web/lib'],
  'web/state/preferences': ['shared', 'web/language', 'web/lib'],
  'web/state/notices': ['shared', 'web/language', 'web/lib'],
  'web/state/agent': ['shared', 'web/language', 'web/lib', 'web/stream'],
  'web/state/workbench': ['shared', 'web/language', 'web/lib', 'web/state/preferences'],
  // The root of the page's state.
  'web/state/panel': ['shared', 'web/language', 'web/lib', 'web/stream', 'web/state'],
  // The page shows the changelog as news.
  'web/actions': ['shared', 'web/language', 'web/lib', 'web/ui', 'web/state', 'CHANGELOG.md'],
  // Signing in and other parts of the set-up that several regions show.
  'web/setup': REGION,
  // The help beside errors.
  'web/help': ['shared', 'web/language', 'web/lib', 'web/ui', 'web/markdown', 'docs'],
  // Two versions of a text beside each other.
  'web/diff': [
    'shared',
    'web/language',
    'web/lib',
    'web/ui',
    'web/markdown',
    'web/monaco',
    'web/state',
    'web/help',
  ],
  'web/settings': [...REGION, 'web/setup'],
  // The views of files, and of what runs in a frame.
  'web/frames/box': REGION,
  'web/frames': [...REGION, 'web/frames/box'],
  'web/preview': [...REGION, 'web/frames/box'],
  'web/editor': [...REGION, 'web/preview'],
  // Replacing changes files as the editor does.
  'web/search': [...REGION, 'web/editor/file/edit-on-disk.ts', 'web/editor/file/file-route.ts'],
  'web/shells': [...REGION, 'web/terminal/TerminalTab.svelte', 'web/terminal/screen'],
  'web/changes/hunks': REGION,
  'web/changes': [...REGION, 'web/changes/hunks'],
  'web/shell': [...REGION, 'web/setup'],
  // The service worker: it runs beside the page, and takes its colors from it.
  'web/worker': ['shared', 'web/shell/styles/tokens.css'],
  'web/chat/tools': CHAT,
  'web/chat/find': CHAT,
  'web/chat/transcript': [...CHAT, 'web/chat/find', 'web/chat/tools', 'web/plan/find-plan.ts'],
  'web/chat/controls': CHAT,
  'web/chat/composer': [...CHAT, 'web/chat/controls'],
  'web/chat/queue': [...CHAT, 'web/chat/composer'],
  // Chat.svelte puts its rooms together.
  'web/chat': [...REGION, 'web/chat'],
  // main.ts and App.svelte, which put the regions together.
  web: ['shared', 'web'],

  // The suites drive a built panel from outside; some also look at single rooms of the server.
  e2e: ['shared', 'server', 'scripts'],
  'e2e/stored': ['shared', 'server', 'web/sessions/session-html.ts', 'web/sessions/session-markdown.ts'],
  // The pictures use the demo, and the tables of the documents come from the page.
  scripts: ['shared', 'server', 'e2e', 'web/actions', 'web/settings'],
};

/** Only files directly in these belong to them; each folder inside needs its own entry. */
export const DIVIDED = new Set([
  'shared',
  'server',
  'server/agent',
  'server/changes',
  'web',
  'web/chat',
  'web/lib',
  'web/ui',
]);
