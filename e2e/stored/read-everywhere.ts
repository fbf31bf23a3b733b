// Reads a session file in every way that the panel has, and says what it got.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { sessionTree, userTextOf } from '../../server/companion/session-tree.ts';
import { SessionReader } from '../../server/host/session-reader.ts';
import { openHistory } from '../../server/sessions/history.ts';
import { listSessions, type SessionFile } from '../../server/sessions/list.ts';
import { appendName, copySession, importSession } from '../../server/sessions/session-file-edit.ts';
import { searchSessions } from '../../server/sessions/search/search.ts';
import { SearchIndex } from '../../server/sessions/search/search-index.ts';
import { UsageIndex } from '../../server/sessions/usage/usage-index.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import { messageKey } from '../../shared/view/transcript.ts';
import { sessionHtml } from '../../web/sessions/session-html.ts';
import { sessionMarkdown } from '../../web/sessions/session-markdown.ts';

export const CWD = '/workspace';

export class Bench {
  readonly folder: string;
  #count = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Bench> {
    return new Bench(await mkdtemp(path.join(tmpdir(), 'pi-panel-odd-')));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** Reads the session in every way. Throws if one of them fails or loses what another one shows. */
  async check(lines: readonly string[]): Promise<void> {
    const sessionDir = path.join(this.folder, String(++this.#count));
    await mkdir(sessionDir);
    const good = path.join(sessionDir, 'good.jsonl');
    await writeFile(good, `{"type":"session","version":3,"id":"good","timestamp":"","cwd":"${CWD}"}\n`);
    const file = path.join(sessionDir, 'odd.jsonl');
    const text = `${lines.join('\n')}\n`;
    await writeFile(file, text);
    const place = { agentDir: this.folder, sessionDir };
    const files: SessionFile[] = [{ path: file, stats: await stat(file) }];

    const listed = await listSessions(place);
    assert.ok(
      listed.some(({ id }) => id === 'good'),
      'an odd session hides the others',
    );
    for (const session of listed) checkJson(session);
    await listSessions({ ...place, query: 'needle' });
    checkJson(await searchSessions({ ...place, query: 'needle', limit: 50 }));
    const index = new SearchIndex(path.join(sessionDir, 'index'));
    await index.update(files[0]!);
    await searchSessions({ ...place, query: 'needle', limit: 50 }, (...wanted) => index.findParts(...wanted));
    const usage = await new UsageIndex(path.join(sessionDir, 'usage.json')).sum(files);
    for (const row of usage.rows)
      assert.ok([row.input, row.output, row.cost].every(Number.isFinite), 'a sum is not a number');
    const markdown = sessionMarkdown(text, 'odd');
    const html = sessionHtml(text, 'odd');
    assert.ok(!markdown.includes('undefined') && !html.includes('>undefined<'), 'an export says undefined');
    this.#checkTree(lines);
    await ignoreRefusals(() => copySession(file, CWD, place));
    await ignoreRefusals(() => importSession(Buffer.from(text), CWD, place));
    await ignoreRefusals(() => this.#checkRows(file));
    await ignoreRefusals(() => appendName(file, 'renamed'));
    await rm(sessionDir, { recursive: true });
  }

  /** Every page of the conversation, and each row found again by its entry. */
  async #checkRows(file: string): Promise<void> {
    const reader = new SessionReader();
    let page = await reader.read(file, { limit: 7 });
    checkJson(page);
    const rows: Entry[] = [...page.entries];
    for (let pages = 0; page.hasOlder; pages++) {
      assert.ok(pages < 200, 'the pages never end');
      const first = rows[0]?.key;
      if (first === undefined) break;
      page = await reader.read(file, { limit: 7, before: first });
      checkJson(page);
      rows.unshift(...page.entries);
    }
    const keys = rows.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length, `two rows have one key: ${keys.join(' ')}`);
    for (const { key, message } of rows) {
      assert.ok(key !== '' && typeof messageKey(message) === 'string');
      assert.doesNotThrow(() => new Date(message.timestamp).toISOString(), `${key} has no time`);
    }
    const history = await openHistory(file);
    const whole = await history.tail(10_000);
    const unreadable = whole.filter(({ panel_flaw }) => panel_flaw).map(({ id }) => id);
    const shown = new Set(rows.filter(({ message }) => message.role === 'unreadable').map(({ id }) => id));
    const hidden = unreadable.filter((id) => !shown.has(id));
    const isHidden = (id: string): boolean => {
      const entry = whole.find((one) => one.id === id);
      if (entry?.type === 'custom_message') return !entry.display;
      // The page shows the next attempt instead of one that pi repeated.
      if (entry?.type === 'message' && entry.message.role === 'assistant')
        return ['error', 'length'].includes(entry.message.stopReason);
      return (
        entry?.type === 'message' && (entry.message.role === 'system' || entry.message.role === 'custom')
      );
    };
    assert.deepEqual(
      hidden.filter((id) => !isHidden(id)),
      [],
      'an entry is neither shown nor named',
    );
    await history.name();
    await history.prompts('all');
    history.labels();
    history.edits();
    await reader.read(file, { limit: 5, entry: whole.at(-1)?.id ?? 'none' });
  }

  #checkTree(lines: readonly string[]): void {
    const entries = lines.slice(1).flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
    const manager = { getEntries: () => entries, getLabel: () => 7, getLeafId: () => 'x' };
    const { nodes } = sessionTree(manager as unknown as ExtensionContext['sessionManager']);
    for (const { text, id } of nodes) assert.deepEqual([typeof text, typeof id], ['string', 'string']);
    for (const entry of entries) userTextOf(entry);
  }
}

/** What is sent to a page must be the same after JSON, except for members that are undefined. */
function checkJson(value: unknown): void {
  JSON.parse(JSON.stringify(value));
}

async function ignoreRefusals(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
