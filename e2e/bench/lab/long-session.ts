// Writes long sessions as pi would: turns with Markdown, thinking, tool calls and their results, and, on request, images,
// branches, compactions, and large entries of extensions.
import { open } from 'node:fs/promises';

export interface LongSession {
  id: string;
  cwd: string;
  /** Messages that are shown as rows: prompts and answers. */
  messages: number;
  /** The approximate size of the file: tool results are as long as that requires. */
  bytes?: number;
  /** After how many turns one goes back and leaves a branch of two messages. */
  branchEvery?: number;
  imageEvery?: number;
  compactionEvery?: number;
  /** After how many turns one is followed by an extension's entry of 1 MB. */
  extensionEvery?: number;
}

const BEGAN = Date.parse('2026-03-02T08:00:00Z');
const TURN_MS = 7 * 60_000;
const CHUNK = 1024 * 1024;
const LINE = 'src/module-042.ts:117: export function resolveEntry(options: Options): Promise<Entry> {\n';
const USAGE = {
  input: 1200,
  output: 300,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 1500,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** Each turn: a prompt, an answer that calls tools, their results, and an answer. */
const ROWS_A_TURN = 3;

export async function writeLongSession(file: string, session: LongSession): Promise<void> {
  const { id, cwd, messages, bytes = 0 } = session;
  const turns = Math.ceil(messages / ROWS_A_TURN);
  const writer = new SessionWriter(await open(file, 'w'));
  try {
    await writer.line({ type: 'session', version: 3, id, timestamp: new Date(BEGAN).toISOString(), cwd });
    for (let turn = 0; turn < turns; turn++) {
      const rest = (bytes - writer.bytes) / (turns - turn);
      await writeTurn(writer, turn, { session, resultBytes: Math.max(400, Math.round(rest) - 3500) });
    }
  } finally {
    await writer.close();
  }
}

async function writeTurn(
  writer: SessionWriter,
  turn: number,
  { session, resultBytes }: { session: LongSession; resultBytes: number },
): Promise<void> {
  const { branchEvery, imageEvery, compactionEvery, extensionEvery } = session;
  writer.at = BEGAN + turn * TURN_MS;
  if (isDue(turn, branchEvery)) {
    const fork = writer.leaf;
    await writer.message({ role: 'user', content: [text(`A way that was given up ${turn}`)] });
    await writer.message(answer([text('This way leads nowhere.')], 'stop'));
    writer.leaf = fork;
  }
  const image = isDue(turn, imageEvery) ? [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] : [];
  await writer.message({ role: 'user', content: [text(`Prompt ${turn}: ${promptOf(turn)}`), ...image] });
  const call = `call-${turn}`;
  const args = { command: `rg --line-number resolveEntry src/part-${turn % 90}` };
  const thinking = { type: 'thinking', thinking: 'I look for the callers first. '.repeat(6) };
  const calls = { type: 'toolCall', id: call, name: 'bash', arguments: args };
  await writer.message(answer([thinking, text(`Turn ${turn}: I look first.`), calls], 'toolUse'));
  const result = LINE.repeat(Math.ceil(resultBytes / LINE.length)).slice(0, resultBytes);
  await writer.message({
    role: 'toolResult',
    toolCallId: call,
    toolName: 'bash',
    content: [text(result)],
    isError: turn % 17 === 0,
  });
  await writer.message(answer([text(markdownOf(turn))], 'stop'));
  if (isDue(turn, compactionEvery)) {
    const kept = { firstKeptEntryId: writer.leaf, tokensBefore: 180_000 };
    await writer.entry('compaction', { summary: `## So far\n\n${turn} turns of work.`, ...kept });
  }
  if (isDue(turn, extensionEvery))
    await writer.entry('custom', { customType: 'notes', data: { text: 'n'.repeat(CHUNK) } });
}

class SessionWriter {
  bytes = 0;
  /** ms since 1970; each entry follows a second later. */
  at = BEGAN;
  leaf: string | null = null;
  readonly #file: Awaited<ReturnType<typeof open>>;
  #count = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;

  constructor(file: Awaited<ReturnType<typeof open>>) {
    this.#file = file;
  }

  message(message: object): Promise<void> {
    return this.entry('message', { message: { ...message, timestamp: this.at } });
  }

  async entry(type: string, fields: object): Promise<void> {
    const id = (++this.#count).toString(16).padStart(8, '0');
    this.at += 1000;
    const timestamp = new Date(this.at).toISOString();
    await this.line({ type, id, parentId: this.leaf, timestamp, ...fields });
    this.leaf = id;
  }

  async line(value: object): Promise<void> {
    const line = `${JSON.stringify(value)}\n`;
    this.#waiting.push(line);
    this.bytes += Buffer.byteLength(line);
    this.#waitingBytes += line.length;
    if (this.#waitingBytes > CHUNK) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    await this.#file.write(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

const isDue = (turn: number, every: number | undefined): boolean =>
  every !== undefined && turn > 0 && turn % every === 0;

const text = (content: string): object => ({ type: 'text', text: content });

function answer(content: object[], stopReason: 'stop' | 'toolUse'): object {
  const model = { api: 'openai-completions', provider: 'demo', model: 'demo' };
  return { role: 'assistant', content, ...model, usage: USAGE, stopReason };
}

const TASKS = [
  'why does the resolver load every entry twice?',
  'rename `Options` to `ResolveOptions` and keep the old name as an alias.',
  'the tests of the parser are slow: find out which ones, and what they wait for.',
  'write the missing documentation of the public functions.',
];

const promptOf = (turn: number): string => TASKS[turn % TASKS.length]!;

/** Between 3 and 12 blocks, among them lists, code and tables. */
function markdownOf(turn: number): string {
  const blocks = [
    `### Result ${turn}`,
    'The resolver reads the **whole index** for each entry, because `load()` forgets what it has read. '.repeat(
      1 + (turn % 5),
    ),
    '- `src/resolve.ts` keeps the index\n- `src/load.ts` reads it once\n- the tests count the reads',
    `\`\`\`ts\nexport function resolve${turn}(options: Options): Entry {\n  const index = load(options);\n  return index.get(options.name) ?? fail(options);\n}\n\`\`\``,
    '| file | before | after |\n| --- | ---: | ---: |\n| resolve.ts | 120 ms | 8 ms |\n| load.ts | 40 ms | 2 ms |',
    `1. Read the index.\n2. Keep it until the file changes.\n3. See [the notes](https://example.com/${turn}).`,
  ];
  const count = 3 + (turn % 10);
  return Array.from({ length: count }, (_, n) => blocks[(turn + n) % blocks.length]).join('\n\n');
}

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
