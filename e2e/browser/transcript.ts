// A conversation as rows to compare: as the page shows it with everything opened, and as pi's session file has it, read
// without the panel's own fold.
import type { Page } from '@playwright/test';
import type { UserContent } from '../../shared/pi/messages.ts';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { conversationIn, messageIn } from '../panel/session-files.ts';
import { conversation } from './page.ts';

export interface ShownRow {
  name: string;
  text: string;
}

export interface StoredRow {
  name: string;
  /** Texts that the row contains, in this order. */
  parts: string[];
}

/** Reads every article in order, including nested ones, without durations, which are not stored. */
export async function readShownRows(page: Page): Promise<ShownRow[]> {
  const folds = conversation(page).locator(
    ':is(article button, [role="group"] > button)[aria-expanded="false"]:enabled',
  );
  // Opening a group may reveal further ones.
  while ((await folds.count()) > 0)
    await folds.evaluateAll((all: HTMLElement[]) => all.forEach((fold) => fold.click()));
  return conversation(page).evaluate((log) =>
    [...log.querySelectorAll('article')].map((article) => {
      const copy = article.cloneNode(true) as HTMLElement;
      for (const part of copy.querySelectorAll('article, time, .time')) part.remove();
      const words = (copy.textContent ?? '').replace(/\b[\d.,]+ (ms|s|min)\b/g, '');
      return {
        // A message that only calls tools has no name, because only its calls are read.
        name: article.getAttribute('aria-label') ?? 'Assistant',
        text: words.replace(/\s+/g, ' ').trim(),
      };
    }),
  );
}

export function parseStoredRows(text: string): StoredRow[] {
  const entries = conversationIn(text);
  return entries.flatMap((entry) => rowsOf(entry, entries));
}

function rowsOf(entry: SessionEntry, branch: SessionEntry[]): StoredRow[] {
  if (entry.type === 'compaction') return [{ name: 'Summary', parts: [entry.summary] }];
  const message = messageIn(entry);
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
    const message = messageIn(entry);
    if (message?.role === 'toolResult' && message.toolCallId === call) return plain(message.content);
  }
  throw new Error(`The file has no result of ${call}.`);
}

function plain(content: UserContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** The text of the Markdown that these tests use. */
const unmarked = (text: string): string => text.replace(/[*`]/g, '');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
