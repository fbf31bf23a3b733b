// A conversation as rows to compare: as the page shows it with everything opened, and as pi's session file has it,
// read with nothing of the panel's own fold.
import type { Page } from '@playwright/test';
import type { AgentMessage, UserContent } from '../../shared/pi/messages.ts';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { parseSession } from '../../shared/pi/session-parse.ts';
import { conversation as conversationOf, currentBranch } from '../../shared/pi/session-tree.ts';
import { conversation, expect } from './panel.ts';

export interface ShownRow {
  name: string;
  text: string;
}

export interface StoredRow {
  name: string;
  /** Texts that stand in the row, in this order. */
  parts: string[];
}

/** Every article in order, those within others too. Left out is what only a panel that was there knows: how long a thought took. */
export async function shownRows(page: Page): Promise<ShownRow[]> {
  const folds = conversation(page).locator('article button[aria-expanded="false"]:enabled');
  // What is inside of one may hold others.
  while ((await folds.count()) > 0)
    await folds.evaluateAll((all: HTMLElement[]) => all.forEach((fold) => fold.click()));
  await expect(folds).toHaveCount(0);
  return conversation(page).evaluate((log) =>
    [...log.querySelectorAll('article')].map((article) => {
      const copy = article.cloneNode(true) as HTMLElement;
      for (const part of copy.querySelectorAll('article, time, .time')) part.remove();
      const words = (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
      return {
        name: article.getAttribute('aria-label') ?? '',
        text: words.replace(/\b[\d.,]+ (ms|s|min)\b/g, ''),
      };
    }),
  );
}

export function storedRows(text: string): StoredRow[] {
  const session = parseSession(text);
  if (!session) throw new Error('The file is no session.');
  const branch = conversationOf(currentBranch(session.entries));
  const rows = branch.filter((entry, at) => !isTriedAgain(entry, branch.slice(at + 1)));
  return rows.flatMap((entry) => rowsOf(entry, branch));
}

/** Up to 0.86 failed attempts stay in the file, and the next one stands behind. */
function isTriedAgain(entry: SessionEntry, later: SessionEntry[]): boolean {
  const message = messageOf(entry);
  if (message?.role !== 'assistant' || message.stopReason !== 'error') return false;
  const next = later.find(({ type }) => type === 'message');
  return next !== undefined && messageOf(next)?.role === 'assistant';
}

function rowsOf(entry: SessionEntry, branch: SessionEntry[]): StoredRow[] {
  if (entry.type === 'compaction') return [{ name: 'Summary', parts: [entry.summary] }];
  const message = messageOf(entry);
  if (message?.role === 'user') return [{ name: 'You', parts: [plain(message.content)] }];
  if (message?.role !== 'assistant') return [];
  const parts = message.content.flatMap((block) =>
    block.type === 'text' ? [unmarked(block.text)] : block.type === 'thinking' ? [block.thinking] : [],
  );
  if (message.stopReason === 'aborted') parts.push('Stopped');
  const calls = message.content.filter((block) => block.type === 'toolCall');
  return [
    { name: 'Assistant', parts: parts.map(oneLine).filter(Boolean) },
    ...calls.map(({ id, name, arguments: args }) => ({
      name: `Tool ${name}: ${String(args.command ?? args.path)}`,
      parts: name === 'bash' ? [oneLine(resultOf(id, branch))] : ['+1', '−1', 'one', 'two'],
    })),
  ];
}

function resultOf(call: string, branch: SessionEntry[]): string {
  for (const entry of branch) {
    const message = messageOf(entry);
    if (message?.role === 'toolResult' && message.toolCallId === call) return plain(message.content);
  }
  throw new Error(`The file has no result of ${call}.`);
}

const messageOf = (entry: SessionEntry): AgentMessage | undefined =>
  entry.type === 'message' ? entry.message : undefined;

function plain(content: UserContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** Markdown as a reader sees it, as far as these tests write it. */
const unmarked = (text: string): string => text.replace(/[*`]/g, '');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
