// The settings that always exist: the pages themselves, pi's documented settings, and the panel's own.
import type { Action } from '../../actions/action.ts';
import { searchWordsOf } from '../../actions/search-words.ts';
import { PI_SETTINGS } from '../../actions/steps/pi-settings.ts';
import { t, translate, type Text } from '../../language/text.ts';
import { AGENT_SETTINGS } from '../pi/agent-settings.ts';
import { labelOf } from '../pi/setting.ts';
import { TERMINAL_SETTINGS } from '../pi/terminal-settings.ts';
import type { SearchEntry } from './entry.ts';

/** The rows and headings of the page "Panel". */
export const PANEL_ENTRIES: readonly { target: Text; detail: Text }[] = [
  { target: 'Theme', detail: 'Appearance' },
  {
    target: 'pi theme',
    detail: 'The colors of one of pi’s TUI themes, adjusted where text would be hard to read',
  },
  { target: 'Text size', detail: 'The page and the conversation' },
  { target: 'Code size', detail: 'Code, the editor and the terminal' },
  { target: 'Density', detail: 'The spacing of the page' },
  { target: 'Desktop notifications', detail: 'Notifications' },
  { target: 'Push notifications', detail: 'Notifications' },
  {
    target: 'Screen reader',
    detail:
      'What the page announces about the work of the agent. Failures and questions are always announced.',
  },
  {
    target: 'Sounds',
    detail: 'Played in this browser while the page is open. You hear a sound when you turn it on.',
  },
  { target: 'Session budget', detail: 'Budget' },
  { target: 'Daily budget', detail: 'Budget' },
  { target: 'When it is used up', detail: 'Budget' },
  {
    target: 'Open the terminal automatically',
    detail: 'As soon as a command runs, in workspaces where you have not opened or closed it yourself',
  },
  {
    target: 'Enter sends the message',
    detail: 'Otherwise it begins a new line; the button or Ctrl+Enter sends',
  },
  { target: 'Minimap', detail: 'A small overview of the whole file beside the text' },
  { target: 'Word wrap', detail: 'Wraps long lines instead of scrolling sideways' },
  { target: 'Breadcrumbs', detail: 'The folders of the open file, above the text' },
  {
    target: 'Format on save',
    detail: 'By the language server of the file, if it answers within two seconds',
  },
  {
    target: 'Your editor',
    detail: 'The menu of a file can open it there, on the machine that runs this browser',
  },
  {
    target: 'Storage for undo',
    detail: 'Earlier file contents are kept in the panel’s state folder; the oldest are removed first.',
  },
  {
    target: 'Access',
    detail: 'A link to this panel keeps working for 30 days after its last use, even after a restart.',
  },
];

/** The actions that open pages with a different name. Their words find these pages as well. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  pi: ['piSettings'],
  panel: ['panelSettings', 'theme'],
};

interface Given {
  pages: readonly { id: string; label: Text }[];
  actions: readonly Action[];
  keyLabel: (id: Action['id']) => string;
}

export function pageEntries({ pages, actions, keyLabel }: Given): SearchEntry[] {
  const documented = [...AGENT_SETTINGS, ...TERMINAL_SETTINGS].flatMap(({ title, settings }) =>
    settings.map(({ key, description }) => ({ key, description, title, label: labelOf(key) })),
  );
  const immediate = Object.values(PI_SETTINGS).map(({ label, hint }) => ({
    ...{ page: 'pi', title: t(label), detail: t(hint), target: t(label) },
  }));
  const known = new Set(immediate.map(({ target }) => target));
  return [
    ...pages.map(({ id, label }) => ({
      ...{ page: id, title: t(label), detail: '', target: null },
      words: (ACTIONS[id] ?? [id]).map(searchWordsOf).join(', '),
    })),
    ...immediate,
    ...documented
      .filter(({ label }) => !known.has(label))
      .map(({ key, description, title, label }) => ({
        ...{ page: 'pi', title: label, detail: description, words: `${key} ${t(title)}`, target: label },
      })),
    ...PANEL_ENTRIES.map(({ target, detail }) => ({
      ...{ page: 'panel', title: t(target), detail: t(detail), target: t(target) },
    })),
    ...actions.map(({ id, label }) => ({
      ...{ page: 'keys', title: translate(label), detail: keyLabel(id), words: id },
      target: translate(label),
    })),
  ];
}
