// Odd strings in every field of every route: none of them may reach a system call or a command line in a way that fails
// there, so no answer is a 5xx.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { WITHOUT_GIT } from '../../server/git/fixtures/repository.ts';
import { apiRoutes, type Route } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

/** Each string with a name, for the message of a failure. */
const ODD: [name: string, text: string][] = [
  ['a NUL', '\0'],
  ['a NUL inside', '/tmp/a\0b'],
  ['half a surrogate pair', '\ud800'],
  ['half a pair inside', 'x\udfffx'],
  ['a line break', 'a\nb'],
  ['an escape', '\x1b[2J'],
  ['a hyphen', '-'],
  ['an option', '--help'],
  ['an option with a command', '--upload-pack=touch pwned'],
  ['a long name', 'x'.repeat(5000)],
  ['a long path', `/${'x/'.repeat(3000)}`],
  ['nothing', ''],
  ['a space', ' '],
];

const TEXT = 'text';

/** The bodies of the routes that take any, with a value for every field that is a string. */
function bodies(workspace: string): Record<string, object[]> {
  const models = [1, 2].map((id) => ({ provider: 'demo', id: `m${id}` }));
  const place = path.join(workspace, '..', 'place');
  const key = { p256dh: 'AAAA', auth: 'AAAA' };
  const wishes = { waiting: true, finished: true, failed: true };
  return {
    agents: [{ workspace }, { session: TEXT }],
    'agents/:agent/restart': [{ extensionFlags: { flag: TEXT } }],
    'agents/:agent/dialogs/:dialog': [{ value: TEXT }],
    'agents/:agent/queue': [{ order: [{ id: TEXT, lane: 'steer', text: TEXT }], remove: [TEXT] }],
    'agents/:agent/queue/take': [{ ids: [TEXT] }],
    'agents/:agent/folders': [{ path: 'folder' }],
    'agents/:agent/files/move': [{ from: 'a.txt', to: 'b.txt' }],
    'agents/:agent/uploads': [{ path: 'c.txt' }],
    'agents/:agent/frames': [
      { source: { file: 'README.md', hasNetwork: false }, way: 'host', page: 'http://127.0.0.1/' },
    ],
    'frames/:name/look': [{ isOn: true }],
    'frames/:name/looks/:look': [
      {
        address: TEXT,
        title: TEXT,
        errors: 0,
        warnings: 0,
        entries: [{ level: 'error', text: TEXT }],
        tree: TEXT,
      },
    ],
    'agents/:agent/changes/plan': [
      { undo: { path: 'a.txt', turn: TEXT } },
      { undo: { folder: 'a', turn: TEXT } },
      { undo: { turn: TEXT } },
      { undo: { call: TEXT } },
      { undo: { from: TEXT } },
      { undo: { hunk: { path: 'a.txt', id: TEXT, turn: TEXT, from: TEXT } } },
      { undo: { discard: { paths: ['README.md', TEXT], to: 'head' } } },
      { undo: { hunk: { path: 'README.md', id: TEXT, isHead: true } } },
      { redo: TEXT },
    ],
    'agents/:agent/changes/plans/:plan': [{ paths: ['a.txt'] }],
    'agents/:agent/git/commit': [{ message: TEXT, files: [{ path: 'README.md', hunks: [TEXT] }] }],
    'agents/:agent/git/message': [{ paths: [TEXT] }],
    'agents/:agent/git/stage': [{ paths: [TEXT] }],
    'agents/:agent/git/unstage': [{ paths: ['README.md'] }],
    'agents/:agent/git/pick': [{ act: 'revert', commit: TEXT }],
    'agents/:agent/git/resolve': [{ path: TEXT, side: 'ours' }],
    'agents/:agent/git/unfinished': [{ act: 'abort' }],
    'agents/:agent/git/stash': [{ save: TEXT }, { apply: TEXT }, { drop: TEXT }],
    'agents/:agent/git/push': [{ upstream: TEXT }],
    'agents/:agent/git/pull': [{ how: 'ff' }],
    'agents/:agent/git/branch': [
      { create: TEXT, from: 'main', stay: true },
      { switch: TEXT },
      { rename: TEXT, to: TEXT },
      { delete: TEXT, unmerged: TEXT },
    ],
    'agents/:agent/git/watch': [{ start: { attempts: 1, dollars: null, pushes: false } }],
    'agents/:agent/git/pull-requests/:number/fetch': [{}],
    'agents/:agent/git/pull-requests/:number/answers': [{ thread: TEXT, body: TEXT }],
    'agents/:agent/git/pull-requests/:number/answers/draft': [{ thread: TEXT }],
    'agents/:agent/git/new-pull-request': [{ title: TEXT, body: TEXT, base: TEXT }],
    'git/stop': [{ folder: workspace }],
    'git/answers/:question': [{ answer: TEXT }],
    'agents/:agent/setup/providers/:provider/sign-in': [{ kind: 'api_key', key: TEXT }],
    'agents/:agent/setup/models/test': [{ provider: TEXT, model: TEXT, baseUrl: 'http://127.0.0.1:9/' }],
    'agents/:agent/setup/models/list': [
      { api: 'openai-completions', baseUrl: 'http://127.0.0.1:9/', key: TEXT },
    ],
    'agents/:agent/setup/files/:file/changes': [{ path: [TEXT], value: TEXT }],
    'agents/:agent/setup/problems/set-aside': [{ file: TEXT }],
    'agents/:agent/setup/mcp': [{ act: 'login', server: TEXT }],
    'agents/:agent/setup/resources': [
      { kind: 'skills', scope: 'user', name: TEXT, description: TEXT },
      { kind: 'prompts', scope: 'project', name: TEXT },
    ],
    'agents/:agent/setup/resources/switch': [{ kind: 'skills', path: '/x', isEnabled: true }],
    'agents/:agent/setup/trust': [{ decision: 'ask' }],
    'agents/:agent/setup/packages': [{ act: 'remove', source: './x', scope: 'user' }],
    'agents/:agent/languages/messages': [
      { page: TEXT, number: 1, messages: [{ open: { path: 'a.ts', text: TEXT } }] },
      {
        page: TEXT,
        number: 1,
        messages: [{ change: { path: 'a.ts', edits: [{ offset: 0, length: 0, text: TEXT }] } }],
      },
      {
        ...{ page: TEXT, number: 1 },
        messages: [
          {
            ask: {
              id: 1,
              server: TEXT,
              method: 'textDocument/hover',
              params: { textDocument: { uri: TEXT } },
            },
          },
        ],
      },
    ],
    'agents/:agent/languages/restart': [{ server: TEXT }],
    languages: [
      {
        servers: { pyright: { command: [TEXT] } },
        added: [{ id: 'x', command: ['x', TEXT], languages: ['go'] }],
        turns: 'running',
        hasTool: false,
      },
    ],
    'agents/:agent/screens/:screen/keys': [{ data: TEXT }],
    'sessions/:session': [{ name: TEXT }],
    'sessions/:session/copy': [{ workspace }],
    'setup/sign-ins/:signIn/answers': [{ prompt: 1, value: TEXT }],
    'setup/runs/:run/redirect': [{ url: 'http://127.0.0.1:9/' }],
    'push/devices': [{ endpoint: 'https://push.test/x', keys: key, name: TEXT, wishes, showsText: true }],
    presence: [{ page: TEXT, visible: false, at: 1 }],
    'budget/exempt': [{ session: TEXT }],
    worktrees: [
      { folder: workspace, branch: 'new', base: 'main', place, setup: 'true' },
      {
        folder: workspace,
        branch: 'none',
        base: 'none',
        place,
        setup: '',
        agent: { prompt: TEXT, model: models[0] },
      },
    ],
    'worktrees/starts/:start': [{ act: 'stop' }],
    'worktrees/end': [{ folder: workspace, seen: TEXT, confirm: TEXT }],
    'worktrees/merge': [{ folder: workspace, plan: TEXT }],
    'worktrees/keep': [{ folder: workspace }],
    'worktrees/forget': [{ folder: workspace, repository: workspace }],
    'worktrees/files/plan': [{ folder: workspace }],
    'worktrees/files': [{ folder: workspace, plan: TEXT }],
    shells: [{ workspace, folder: workspace, cols: 80, rows: 24 }],
    'shells/:shell/name': [{ name: TEXT }],
    'shells/:shell/access': [{ access: 'read' }],
    comparisons: [{ folder: workspace, base: 'none', setup: '', prompt: TEXT, models }],
  };
}

/** The routes whose bodies have no string, or whose strings `requests.test.ts` covers. */
const WITHOUT_STRINGS = new Set([
  'agents/:agent/stop',
  'agents/:agent/git/fetch',
  'agents/:agent/trash/:trash',
  'agents/:agent/uploads/:upload',
  'agents/:agent/setup/providers/:provider/sign-out',
  'agents/:agent/setup/providers/:provider/test',
  'agents/:agent/screens/:screen/close',
  'agents/:agent/terminal',
  'shells/:shell/input',
  'shells/:shell/images',
  'shells/:shell/size',
  'sessions/:session/restore',
  'push/devices/:device',
  'push/devices/:device/test',
  'budget',
  'links',
]);

const COMMANDS = [
  { type: 'set_model', provider: 'x', modelId: 'x' },
  { type: 'switch_session', session: 'x' },
  { type: 'fork', entryId: 'x' },
  { type: 'get_entries', since: 'x' },
  { type: 'set_session_name', name: 'x' },
  { type: 'panel_navigate', entryId: 'x', summarize: false },
  { type: 'panel_label', entryId: 'x', label: 'x' },
  { type: 'panel_shortcut', path: 'x', key: 'x' },
  { type: 'panel_press', data: 'x' },
  { type: 'panel_complete', before: 'x', after: 'x' },
  { type: 'bash', command: 'true' },
];

/** Every parameter that a route reads from its query. */
const QUERY = {
  ...{ path: 'README.md', query: 'x', folder: '/', workspace: '/', before: 'x', branch: 'x', entry: 'x' },
  ...{ scope: 'head', side: 'before', turn: 'x', from: 'x', files: '*', agents: 'x', since: 'x', kind: 'x' },
  ...{ follow: '0', form: 'x', limit: '1', revision: 'x', after: 'x', count: 'x', case: 'x', regex: 'x' },
};

/** Every way to replace one string of a value. */
function* replaceEach(value: unknown, odd: string): Generator<unknown> {
  if (typeof value === 'string') yield odd;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    for (const other of replaceEach(inner, odd)) {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = other;
      yield copy;
    }
}

/** Half a surrogate pair has no encoding, so its bytes are sent as UTF-8 would have them. */
function encode(text: string): string {
  return [...text]
    .map((each) => (/^[\ud800-\udfff]$/.test(each) ? '%ED%A0%80' : encodeURIComponent(each)))
    .join('');
}

let panel: SiegePanel;
let agent = '';
let routes: Route[] = [];

before(async () => {
  panel = await SiegePanel.open();
  agent = await panel.readyAgent();
  routes = apiRoutes(':agent');
  // Without git, its routes must not fail either.
  const commands = WITHOUT_GIT
    ? []
    : [
        ['init', '-q', '-b', 'main'],
        ['add', '.'],
        ['-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-qm', 'x'],
      ];
  for (const args of commands) execFileSync('git', args, { cwd: panel.workspace });
});

after(() => panel?.close());

const failures: string[] = [];

async function send(what: string, target: string, init: RequestInit = {}): Promise<void> {
  const response = await panel.fetch(target, { ...init, signal: AbortSignal.timeout(120_000) });
  const text = await response.text();
  if (response.status >= 500) failures.push(`${init.method ?? 'GET'} ${what}: ${response.status} ${text}`);
}

/** Sends requests a few at a time. */
async function sendAll(requests: (() => Promise<void>)[]): Promise<void> {
  const next = requests.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const request of next) await request();
    }),
  );
}

async function requireNoFailure(): Promise<void> {
  const marks = await Promise.all(
    [panel.workspace, panel.folders.root, process.cwd()].map((folder) =>
      access(path.join(folder, 'pwned')).then(
        () => folder,
        () => null,
      ),
    ),
  );
  assert.deepEqual(marks.filter(Boolean), []);
  assert.equal((await panel.fetch('agents')).status, 200);
  assert.deepEqual(failures.splice(0), []);
}

test('every route with a body is in the table', () => {
  const known = new Set([...Object.keys(bodies('/')), ...WITHOUT_STRINGS, 'agents/:agent/commands']);
  const missing = routes.filter(({ method, path: each }) => {
    const pattern = new RegExp(`^${each.slice('/api/'.length).replaceAll('/x', '/:?\\w+')}$`);
    return method === 'POST' && ![...known].some((one) => pattern.test(one));
  });
  assert.deepEqual(missing, []);
});

test('S-57: no string in a body makes a route fail', async () => {
  const requests: (() => Promise<void>)[] = [];
  for (const [route, templates] of Object.entries(bodies(panel.workspace)))
    for (const template of templates)
      for (const [name, odd] of ODD)
        for (const body of replaceEach(template, odd)) {
          const target = route.replace(':agent', agent).replaceAll(/:\w+/g, 'x');
          const headers = { 'Content-Type': 'application/json' };
          // Each worktree is a new one, so that the field in question is reached.
          const text = JSON.stringify(body)
            .replace('"new"', `"new-${requests.length}"`)
            .replace('/place"', `/place-${requests.length}"`);
          requests.push(() =>
            send(`${route} with ${name} in ${text.slice(0, 200)}`, target, {
              method: 'POST',
              headers,
              body: text,
            }),
          );
        }
  await sendAll(requests);
  await requireNoFailure();
});

test('S-57: no string in a command makes its route fail', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const requests = COMMANDS.flatMap((command) =>
    ODD.flatMap(([name, odd]) =>
      [...replaceEach(command, odd)].map(
        (body) => () =>
          send(`${command.type} with ${name}`, `agents/${agent}/commands`, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          }),
      ),
    ),
  );
  await sendAll(requests);
  await requireNoFailure();
});

/** Escapes that stand for no text: a single byte, half of a surrogate pair, a cut character, and none at all. */
const NO_TEXT = [
  '%ff',
  'a%FF',
  '%ED%A0%80',
  '%ED%BF%BFx',
  '%C3',
  '%E2%82',
  '%',
  '%zz',
  '%C0%AF',
  '%F5%80%80%80',
];

test('S-57: what is not UTF-8 in a path or a query is refused by its name, and not taken literally', async () => {
  const wrong: string[] = [];
  const requests = routes.flatMap(({ method, path: route }) => {
    const target = route.slice('/api/'.length).replace(':agent', agent);
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const type = method === 'PUT' ? 'application/octet-stream' : 'application/json';
    const init: RequestInit = { method, headers: { 'Content-Type': type }, ...body };
    const fields = Object.keys(QUERY);
    return NO_TEXT.flatMap((odd, at) =>
      [
        [`${target}?a=b&${fields[at]}=${odd}`, fields[at]!],
        [`${target}?${fields[at + 8]}=${odd}&a=b`, fields[at + 8]!],
        [`${target}?${odd}=x`, 'query'],
        [`${target}/${odd}`, 'address'],
        ...(/\/x(?=$|\/)/.test(target)
          ? [[target.replace(/\/x(?=$|\/)/, `/${odd}`), 'address'] as const]
          : []),
      ].map(([place, field]) => async () => {
        const response = await panel.fetch(place, { ...init, signal: AbortSignal.timeout(30_000) });
        const text = response.status === 400 ? await response.text() : '';
        const isRight = response.status === 400 && text.includes(`"${field}: must be UTF-8 text`);
        if (!isRight) wrong.push(`${method} ${place}: ${response.status} ${text}`);
      }),
    );
  });
  await sendAll(requests);
  assert.deepEqual(wrong, []);
});

test('S-57: no string in a path or a query makes a route fail', async () => {
  const requests: (() => Promise<void>)[] = [];
  for (const { method, path: route } of routes) {
    const parts = route.slice('/api/'.length).split('/');
    const init: RequestInit =
      method === 'PUT'
        ? {
            method,
            headers: { 'Content-Type': 'application/octet-stream', 'If-None-Match': '*' },
            body: '{}',
          }
        : method === 'POST'
          ? { method, headers: { 'Content-Type': 'application/json' }, body: '{}' }
          : { method };
    const query = new URLSearchParams(QUERY).toString();
    for (const [name, odd] of ODD.filter(([, text]) => text.length < 4000)) {
      for (const [i, part] of parts.entries()) {
        if (part !== 'x' && part !== ':agent') continue;
        const target = parts
          .map((each, at) => (at === i ? encode(odd) : each === ':agent' ? agent : each))
          .join('/');
        requests.push(() => send(`${route} with ${name} as ${part}`, `${target}?${query}`, init));
      }
      if (method === 'POST' || /^DELETE.*(?:agent|changes)$/.test(`${method} ${route}`)) continue;
      const target = parts.map((each) => (each === ':agent' ? agent : each)).join('/');
      for (const field of Object.keys(QUERY)) {
        const others = new URLSearchParams(
          Object.entries(QUERY).filter(([other]) => other !== field),
        ).toString();
        requests.push(() =>
          send(`${route} with ${name} as ${field}`, `${target}?${field}=${encode(odd)}&${others}`, init),
        );
      }
    }
  }
  await sendAll(requests);
  await requireNoFailure();
});
