// What pi is asked for to be read, copied or saved.
import { dollars, tokens } from '../lib/amounts.ts';
import { copyText } from '../lib/clipboard.ts';
import { saveFile } from '../lib/save-file.ts';
import type { SessionStats } from '../../shared/pi/commands.ts';
import type { SessionEntry } from '../../shared/pi/session.ts';
import type { ExportReady, PageCommand } from '../../shared/wire.ts';
import { exportedSecrets, masked, withoutSecrets } from './exported-secrets.ts';
import { ask, Refused, type Act } from './page.ts';
import { entriesOf, treeText, type TreeNode } from './session-tree-text.ts';
import type { Outcome } from './step.ts';

/** pi's answer as it is. */
export function show(command: PageCommand, title: string): Act {
  return async (page) => ({
    kind: 'show',
    title,
    text: JSON.stringify(await ask(page, command), null, 2) ?? 'null',
    file: `${command.type}.json`,
  });
}

/** pi cannot make a tree of some thousand entries ("Maximum call stack size exceeded"); of a list we can. */
export const showTreeText: Act = async (page) => {
  const answer = await page.agent.send<{ tree: TreeNode[]; leafId?: string | null }>({ type: 'get_tree' });
  const { entries, leafId } =
    answer.success && answer.data
      ? { entries: entriesOf(answer.data.tree), leafId: answer.data.leafId }
      : await ask<{ entries: SessionEntry[]; leafId?: string | null }>(page, { type: 'get_entries' });
  const text = treeText(entries, leafId ?? entries.at(-1)?.id) || 'Nothing was said in this session yet.';
  return { kind: 'show', title: 'Session tree', text, file: 'session-tree.txt' };
};

export const showStats: Act = async (page) => {
  const stats = await ask<SessionStats>(page, { type: 'get_session_stats' });
  return { kind: 'show', title: 'Session', text: statsText(stats), file: 'session.txt' };
};

export function statsText({ tokens: used, contextUsage, ...stats }: SessionStats): string {
  const rows: [string, string][] = [
    ['Session', stats.sessionId],
    ['File', stats.sessionFile ?? 'none: it is not saved'],
    [
      'Messages',
      `${stats.userMessages} yours, ${stats.assistantMessages} answers, ${stats.totalMessages} in all`,
    ],
    ['Tool calls', `${stats.toolCalls}, with ${stats.toolResults} results`],
    ['Tokens in', tokens(used.input)],
    ['Tokens out', tokens(used.output)],
    ['Cache read', tokens(used.cacheRead)],
    ['Cache written', tokens(used.cacheWrite)],
    ['Cost', dollars(stats.cost)],
  ];
  if (contextUsage) {
    const filled = contextUsage.tokens === null ? 'unknown' : tokens(contextUsage.tokens);
    rows.push(['Context', `${filled} of ${tokens(contextUsage.contextWindow)}`]);
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

export const copyLastAnswer: Act = async (page) => {
  // Without an answer pi sends no text at all (any version).
  const { text } = await ask<{ text?: string | null }>(page, { type: 'get_last_assistant_text' });
  if (!text) throw new Refused('There is no answer to copy yet.');
  if (!(await copyText(text))) throw new Refused('The browser did not let the answer be copied.');
  page.say('info', 'The last answer was copied.');
  return null;
};

export const exportHtml: Act = async (page) => {
  const { path, download } = await ask<ExportReady>(page, { type: 'export_html' });
  const response = await page.agent.api.fetch(`${page.agent.path}/exports/${encodeURIComponent(download)}`);
  const html = await response.text();
  const save = (text: string, what: string): Outcome => {
    saveFile(new Blob([text], { type: 'text/html' }), path);
    page.say('info', `${what} was downloaded: ${path}`);
    return null;
  };
  const secrets = exportedSecrets(html);
  if (secrets.length === 0) return save(html, 'The session');
  return {
    kind: 'pick',
    title: 'The session holds what looks like secrets.',
    note: secrets.map(masked).join(', '),
    items: [
      {
        id: 'clean',
        label: 'Download it without them',
        act: () => save(withoutSecrets(html, secrets), 'The session without its secrets'),
      },
      { id: 'whole', label: 'Download it as it is', act: () => save(html, 'The session') },
      { id: 'no', label: 'Cancel', act: () => null },
    ],
  };
};
