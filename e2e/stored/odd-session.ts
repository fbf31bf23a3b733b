// Session files as nobody should write them: every field of every type of entry missing, null, of another type or huge;
// lines torn, repeated, swapped and filled with zeros. Each is made from a whole session that has every type.
import fc from 'fast-check';

const AT = Date.UTC(2026, 10, 29, 8);
const usage = {
  ...{ input: 9, output: 9, cacheRead: 0, cacheWrite: 0, totalTokens: 18 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 },
};
const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' };
const text = (words: string): object => ({ type: 'text', text: words });

const MESSAGES: object[] = [
  { role: 'user', content: [text('needle one'), image], timestamp: AT + 1 },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', redacted: false },
      text('an answer'),
      { type: 'toolCall', id: 'call-1', name: 'bash', arguments: { command: 'ls' }, argumentsError: 'no' },
      { type: 'toolCall', id: 'call-2', name: 'edit', arguments: { path: 'a', edits: [] } },
    ],
    ...{ api: 'x', provider: 'lab', model: 'm', usage, stopReason: 'toolUse', thinkingLevel: 'off' },
    ...{ durationMs: 5, timestamp: AT + 2 },
  },
  {
    ...{ role: 'toolResult', toolCallId: 'call-1', toolName: 'bash', content: [text('out'), image] },
    ...{ details: { truncation: { content: 'x', totalBytes: 9 } }, isError: false, timestamp: AT + 3 },
    nestedCalls: { calls: [{ id: 'call-1/1', name: 'read', status: 'ok', arguments: {}, durationMs: 3 }] },
  },
  {
    role: 'toolResult',
    toolCallId: 'call-2',
    toolName: 'edit',
    content: [],
    isError: true,
    timestamp: AT + 3,
  },
  {
    ...{ role: 'bashExecution', command: 'pwd', output: '/w', exitCode: 0, cancelled: false },
    ...{ truncated: false, fullOutputPath: '/tmp/x', excludeFromContext: false, timestamp: AT + 4 },
  },
  { role: 'custom', customType: 'note', content: 'words', display: true, details: {}, timestamp: AT + 5 },
  { role: 'system', content: { sections: [] }, timestamp: AT + 6 },
  { role: 'user', content: 'as one text', timestamp: AT + 7 },
  { role: 'assistant', content: [], errorMessage: '529', stopReason: 'error', timestamp: AT + 8 },
  { role: 'assistant', content: [text('needle two')], usage, stopReason: 'stop', timestamp: AT + 9 },
];
const OTHERS: object[] = [
  { type: 'model_change', provider: 'lab', modelId: 'm' },
  { type: 'thinking_level_change', thinkingLevel: 'high' },
  { type: 'session_info', name: 'a name' },
  { type: 'label', targetId: 'entry-6', label: 'here' },
  { type: 'custom', customType: 'state', data: { a: 1 } },
  { type: 'custom_message', customType: 'note', content: [text('words')], display: true, details: {} },
  { type: 'context_edit', targetId: 'entry-6', replacement: null },
  { type: 'context_edit', targetId: 'entry-8', replacement: { content: 'shorter' } },
  { type: 'usage', kind: 'title', provider: 'lab', model: 'm', usage, note: 'n' },
  { type: 'branch_summary', fromId: 'entry-7', summary: 'left', details: {}, fromHook: false, usage },
  {
    ...{ type: 'compaction', summary: 'in short', firstKeptEntryId: 'entry-7', tokensBefore: 7, usage },
    details: { readFiles: ['a'], modifiedFiles: [] },
  },
];

/** The lines of the whole session: its header, then an entry of every type, each the parent of the next. */
export function wholeSession(version: number, id: string, cwd: string): Record<string, unknown>[] {
  const entries = [
    ...OTHERS.slice(0, 3),
    ...MESSAGES.map((message) => ({ type: 'message', message })),
    ...OTHERS.slice(3),
  ];
  const timestamp = (n: number): string => new Date(AT + n * 1000).toISOString();
  return [
    { type: 'session', version, id, timestamp: timestamp(0), cwd, parentSession: '/gone.jsonl' },
    ...entries.map(({ ...entry }, at) => {
      const { type, ...rest } = entry as { type: string };
      const ids = { id: `entry-${at + 1}`, parentId: at === 0 ? null : `entry-${at}` };
      return { type, ...(version > 1 && ids), timestamp: timestamp(at + 1), ...rest };
    }),
  ];
}

type Path = readonly (string | number)[];

/** The paths of every field in the value, at every depth. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

const MISSING = Symbol('missing');
const HUGE = 'x'.repeat(300_000);
const oddValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(MISSING, null) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      '',
      ' ',
      0,
      -1,
      42,
      1e300,
      true,
      false,
      [],
      {},
      [null],
      [[]],
      [{}],
      ['x'],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(HUGE, '\u0000', '\ud800', '__proto__', 'constructor', '2026'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>({ type: 'text' }, [{ type: 'text' }], [{ type: 'image' }]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function withOddValue(value: unknown, [name, ...rest]: Path, odd: unknown): unknown {
  if (name === undefined) return odd;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  const inner = withOddValue(copy[name], rest, odd);
  if (inner === MISSING) delete copy[name];
  else
    Object.defineProperty(copy, name, { value: inner, enumerable: true, configurable: true, writable: true });
  return copy;
}

const toLine = (value: unknown): string => (value === MISSING ? '' : JSON.stringify(value));

/** Changes of a line as text. */
const damage = fc.tuple(
  fc.nat(),
  fc.constantFrom<(line: string, next: string, at: number) => string>(
    (line) => line,
    (line, next, at) => line.slice(0, at % line.length) + next,
    (line, _next, at) => line.slice(0, at % line.length),
    (line, _next, at) => `${line.slice(0, at % line.length)}\0\0\0`,
    (line) => `${line}\n${line}`,
    (line, next) => `${next}\n${line}`,
    () => '',
    () => '42',
    () => 'null',
    (line) => `${line}\r`,
  ),
);

export interface OddSession {
  lines: string[];
  /** Names the change, for the message of a failure. */
  changes: string[];
}

/** One or a few odd values, and perhaps a damaged line, in a session of any version. */
export function oddSession(id: string, cwd: string): fc.Arbitrary<OddSession> {
  const change = fc.tuple(fc.nat(), fc.nat(), oddValue);
  return fc
    .tuple(
      fc.constantFrom(3, 3, 3, 2, 1),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.option(fc.tuple(fc.nat(), damage), { freq: 2 }),
    )
    .map(([version, values, torn]) => {
      const session: unknown[] = wholeSession(version, id, cwd);
      const changes: string[] = [];
      for (const [line, pick, odd] of values) {
        const at = line % session.length;
        const paths = pathsIn(session[at]);
        const path = paths[pick % paths.length]!;
        session[at] = withOddValue(session[at], path, odd);
        changes.push(`${at}: ${path.join('.')} = ${String(toLine(odd)).slice(0, 60) || 'missing'}`);
      }
      const lines = session.map(toLine);
      if (torn) {
        const [pick, [at, tear]] = torn;
        const line = 1 + (pick % (lines.length - 1));
        lines[line] = tear(lines[line] || ' ', lines[line + 1] ?? '', at);
        changes.push(`${line}: torn`);
      }
      return { lines, changes, [fc.toStringMethod]: () => changes.join('; ') };
    });
}
