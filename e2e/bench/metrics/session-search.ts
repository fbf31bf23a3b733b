// M15: a search in all stored sessions and their complete list, beside `rg` (without it `grep`) over the same files.
// BENCH_SESSIONS and BENCH_MB are their number and size.
import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findSessionFiles, listSessions } from '../../../server/sessions/list.ts';
import { SearchIndex } from '../../../server/sessions/search/search-index.ts';
import { searchSessions } from '../../../server/sessions/search/search.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { timed } from '../lab/timing.ts';

const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 2000);
const MEGABYTES = Number(process.env.BENCH_MB ?? 1000);
const FOLDERS = 20;
/** In one entry of one session. */
const NEEDLE = 'Zebrafinch 修复';
/** The number of sessions that a page requests. */
const LIMIT = 200;

const run = promisify(execFile);

export const sessionSearch: Metric = {
  id: 'M15',
  title: `search in ${SESSIONS.toLocaleString('en')} sessions with ${MEGABYTES.toLocaleString('en')} MB`,
  async measure(lab) {
    const agentDir = await lab.folder('agent');
    const indexDir = await lab.folder('index');
    const textBytes = await writeSessions(lab, agentDir);
    const index = new SearchIndex(indexDir);
    lab.report('M15: indexing');
    const building = await timed(async () => {
      for (const file of await findSessionFiles({ agentDir })) await index.update(file);
    });
    const share = (100 * (await bytesIn(indexDir))) / textBytes;
    const grep = await findGrep();
    const floors = { once: [] as number[], often: [] as number[] };
    const times = { once: [] as number[], often: [] as number[], list: [] as number[] };
    const search = async (query: string, least: number): Promise<number> => {
      let count = 0;
      const time = await timed(async () => {
        const found = await searchSessions({ agentDir, query, limit: LIMIT }, (...asked) =>
          index.findParts(...asked),
        );
        count = found.hits.length;
      });
      if (count < least) throw new Error(`${query} was found ${count} times.`);
      return time;
    };
    await lab.takeTurns(
      'M15',
      async () => {
        floors.once.push(await timed(() => grep(NEEDLE, agentDir)));
        floors.often.push(await timed(() => grep('export function', agentDir)));
      },
      async () => {
        times.once.push(await search(NEEDLE.toLowerCase(), 1));
        times.often.push(await search('Export Function', LIMIT));
        times.list.push(await timed(() => listSessions({ agentDir, limit: SESSIONS })));
      },
    );
    const figure = (name: string, product: number[], floor: number[]): Figure => ({
      name,
      unit: 'ms',
      product,
      floor: { name: grep.name === 'ripgrep' ? 'rg -liF' : 'grep -rliF', values: floor },
    });
    return [
      figure('one hit, all sessions searched', times.once, floors.once),
      figure(`the newest ${LIMIT} hits of many`, times.often, floors.often),
      {
        ...figure('complete list of the sessions', times.list, floors.once),
        note: 'in the first repetition every file is read',
      },
      {
        ...figure('index, of the bytes of the sessions', [share], [100]),
        unit: '%',
        floor: { name: 'the sessions', values: [100] },
        target: { most: 20 },
        note: `made in ${Math.round(building / 1000)} s, without the pauses that the panel makes`,
      },
    ];
  },
};

/** Pieces of this repository's own code, as tools print it. Resolves with the number of bytes. */
async function writeSessions(lab: Lab, agentDir: string): Promise<number> {
  lab.report(`M15: creating ${SESSIONS} sessions`);
  const { stdout: source } = await run('git', ['grep', '-h', '', '--', 'server/**/*.ts', 'web/**/*.ts'], {
    maxBuffer: 2 ** 28,
  });
  let seed = 7;
  const random = (below: number): number => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % below;
  const piece = (length: number): string => {
    const from = random(source.length - length);
    return source.slice(from, from + length);
  };
  let bytes = 0;
  for (let session = 0; session < SESSIONS; session++) {
    const cwd = `/home/me/project-${session % FOLDERS}`;
    const began = Date.UTC(2026, 0, 1) + session * 3_600_000;
    const header = { type: 'session', version: 3, id: `s${session}`, timestamp: new Date(began), cwd };
    const lines = [JSON.stringify(header)];
    for (let size = 0, n = 0; size < (MEGABYTES * 1_000_000) / SESSIONS; n++) {
      const text = session === SESSIONS >> 1 && n === 3 ? `the ${NEEDLE} song` : piece(500 + random(8000));
      const role = n % 2 === 0 ? 'user' : 'assistant';
      const timestamp = began + n * 1000;
      const message = { role, content: [{ type: 'text', text }], timestamp };
      const entry = { type: 'message', id: `e${n}`, parentId: n === 0 ? null : `e${n - 1}` };
      const line = JSON.stringify({ ...entry, timestamp: new Date(timestamp), message });
      size += line.length;
      lines.push(line);
    }
    const folder = path.join(agentDir, 'sessions', `--work-project-${session % FOLDERS}--`);
    await mkdir(folder, { recursive: true });
    const text = Buffer.from(`${lines.join('\n')}\n`);
    bytes += text.length;
    await writeFile(path.join(folder, `${session}.jsonl`), text);
  }
  return bytes;
}

type Grep = (text: string, folder: string) => Promise<unknown>;

async function findGrep(): Promise<Grep> {
  const isThere = await run('rg', ['--version']).catch(() => null);
  const ripgrep: Grep = (text, folder) => run('rg', ['-liF', text, folder]);
  const grep: Grep = (text, folder) => run('grep', ['-rliF', text, folder]);
  return isThere ? ripgrep : grep;
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
