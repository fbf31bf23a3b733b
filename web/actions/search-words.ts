// Further words by which the palette finds an action, separated by commas. They are kept apart from the table because
// the first load does not need them.
import { t, type Text } from '../language/text.ts';
import type { ActionId } from './table.ts';

/** The regions have actions as well. */
type RegionId =
  | 'review'
  | 'changes'
  | 'source'
  | 'sessions'
  | 'terminal'
  | 'shell'
  | 'log'
  | 'usage'
  | 'tour'
  | 'files'
  | 'problems'
  | 'context'
  | 'plan'
  | 'preview';

export const SEARCH_WORDS: Readonly<Partial<Record<ActionId | RegionId, Text>>> = {
  review: 'diff, compare changes, commit, accept, keep',
  changes: 'diff, git, commit, uncommitted, modified files',
  source:
    'git, branch, push, pull, fetch, stage, commit, log, conflicts, pull requests, checks, stash, history',
  sessions: 'history, conversations, past chats',
  switch_session: 'history, open session, load',
  set_session_name: 'rename, title',
  compare_models: 'several models, side by side, benchmark',
  panelSettings: 'colors, font, text size, word wrap, minimap, density, sounds',
  piSettings: 'preferences, configuration, options',
  theme: 'color theme, dark mode, light mode, appearance',
  keys: 'help, hotkeys, key bindings',
  tour: 'help, guide, introduction',
  whatsNew: 'help, changelog, release notes, version',
  export_html: 'save, share, export',
  get_last_assistant_text: 'clipboard',
  terminal: 'console, output',
  shell: 'terminal, console, bash, zsh, command line',
  bash: 'terminal, console, execute',
  log: 'debug, events, logs',
  problems: 'diagnostics, errors, warnings, lint, language server',
  context: 'what the model sees, tokens, leave out, prune, system prompt, compact',
  preview: 'browser, localhost, web page, HTML, dev server',
  plan: 'approve, tasks, to do, steps, checklist',
  usage: 'cost, tokens, money, spending, where the money went',
  get_session_stats: 'usage, money, statistics',
  files: 'explorer, tree, workspace',
  findFile: 'open file, quick open',
  findSymbol: 'function, class, definition, declaration, workspace symbols',
  openFolder: 'project, workspace, directory',
  new_session: 'chat, clear, conversation',
  abort: 'cancel, interrupt',
  compact: 'summarize, context, shorten',
  undoFrom: 'restore, revert, rollback',
  commit: 'git, save changes',
  undoSession: 'restore, revert, rollback',
  providers: 'login, sign in, API key, token',
  models: 'custom provider, local server, Ollama, prices, scoped models',
  packages: 'extensions, plugins, marketplace',
  skills: 'AGENTS.md, system prompt, instructions, templates',
  mcp: 'tools, servers, Model Context Protocol',
  set_model: 'switch model, change model',
  set_thinking_level: 'reasoning, effort',
  new_worktree_agent: 'branch, isolated, parallel',
  merge_worktree: 'branch, bring back',
  end_worktree: 'delete, remove, branch',
  end_agent: 'close, delete, quit',
};

/** The words of an action or region, in English as well as in the language of the page. */
export function searchWordsOf(id: string): string {
  const english = (SEARCH_WORDS as Readonly<Record<string, Text>>)[id];
  return english === undefined ? '' : `${t(english)}, ${english}`;
}
