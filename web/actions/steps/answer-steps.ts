// Shows, copies or saves data that pi returns: statistics, the tree as text, the last answer, the session as HTML.
import { t } from '../../language/text.ts';
import { dollars, tokens } from '../../lib/format/amounts.ts';
import { fileNameOf } from '../../lib/format/file-name.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { copyText } from '../../lib/browser/clipboard.ts';
import type { SessionStats } from '../../../shared/pi/commands.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { ExportReady } from '../../../shared/wire.ts';
import { ask, Refused, type ActionContext } from '../action.ts';
import { saveHtml } from './save-html.ts';
import { entriesOf, treeText, type TreeNode } from './session-tree-text.ts';
import type { Outcome, ShowStep } from './step.ts';

/**
 * Shows the tree. For some thousand entries pi fails with "Maximum call stack size exceeded", so the flat list is then
 * used.
 */
export async function showTreeText(context: ActionContext): Promise<ShowStep> {
  const answer = await context.agent.send<{ tree: TreeNode[]; leafId?: string | null }>({ type: 'get_tree' });
  const { entries, leafId } =
    answer.success && answer.data
      ? { entries: entriesOf(answer.data.tree), leafId: answer.data.leafId }
      : await ask<{ entries: SessionEntry[]; leafId?: string | null }>(context, { type: 'get_entries' });
  const text = treeText(entries, leafId ?? entries.at(-1)?.id) || t('This session has no messages yet.');
  return { kind: 'show', title: t('Session tree'), text, file: 'session-tree.txt' };
}

export async function showStats(context: ActionContext): Promise<ShowStep> {
  const stats = await ask<SessionStats>(context, { type: 'get_session_stats' });
  return { kind: 'show', title: t('Session'), text: statsText(stats), file: 'session.txt' };
}

function statsText({ tokens: used, contextUsage, ...stats }: SessionStats): string {
  const rows: [string, string][] = [
    [t('Session'), stats.sessionId],
    [t('File'), stats.sessionFile ?? t('none: this session is not saved')],
    [
      t('Messages'),
      t('{yours} yours, {answers} answers, {total} in all', {
        yours: stats.userMessages,
        answers: stats.assistantMessages,
        total: stats.totalMessages,
      }),
    ],
    [
      t('Tool calls'),
      t('{calls}, with {results} results', {
        calls: stats.toolCalls,
        results: stats.toolResults,
      }),
    ],
    [t('Tokens in'), tokens(used.input)],
    [t('Tokens out'), tokens(used.output)],
    [t('Cache read'), tokens(used.cacheRead)],
    [t('Cache written'), tokens(used.cacheWrite)],
    [t('Cost'), dollars(stats.cost)],
  ];
  if (contextUsage) {
    const filled = contextUsage.tokens === null ? t('unknown') : tokens(contextUsage.tokens);
    rows.push([
      t('Context'),
      t('{filled} of {total}', { filled, total: tokens(contextUsage.contextWindow) }),
    ]);
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

export async function copyLastAnswer(context: ActionContext): Promise<null> {
  // pi omits the text if there is no answer (in all versions).
  const { text } = await ask<{ text?: string | null }>(context, { type: 'get_last_assistant_text' });
  if (!text) throw new Refused(t('There is no answer to copy yet.'));
  if (!(await copyText(text))) throw new Refused(t("The browser didn't allow copying."));
  context.notify('info', t('The last answer was copied.'));
  return null;
}

/** Downloads the session's own file. */
async function exportJsonl({ agent, notify, view }: ActionContext, file: string): Promise<null> {
  if (!view.session?.file || view.entries.length === 0) throw new Refused(t("The session isn't saved yet."));
  const response = await agent.api.fetch(`api/sessions/${encodeURIComponent(view.session.id)}/file`);
  const name = file.split(/[/\\]/).at(-1)!;
  saveFile(await response.blob(), name);
  notify('info', t('{name} was downloaded.', { name }));
  return null;
}

export async function exportHtml(context: ActionContext): Promise<Outcome> {
  const { agent, notify } = context;
  const file = context.argument || null;
  if (file && /\.jsonl$/i.test(file)) return exportJsonl(context, file);
  if (file && !/\.html?$/i.test(file))
    throw new Refused(t('The file name must end in .html or .jsonl: no other format can be downloaded.'));
  const { path, download } = await ask<ExportReady>(context, { type: 'export_html' });
  const { name: title, firstMessage = '' } = context.view.session ?? {};
  const name =
    file?.split(/[/\\]/).at(-1) ?? `${fileNameOf(title ?? firstMessage, path.replace(/\.html$/, ''))}.html`;
  const response = await agent.api.fetch(`${agent.path}/exports/${encodeURIComponent(download)}`);
  const html = await response.text();
  return saveHtml(html, { name, notify: (message) => notify('info', message) });
}
