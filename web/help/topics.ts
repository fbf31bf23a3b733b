// The sections of docs/help.md, which the page opens beside an error.
import { locale } from '../language/text.ts';

/** In the order of the sections. */
export const TOPICS = [
  'connection',
  'agent',
  'model',
  'messages',
  'dialogs',
  'sessions',
  'files',
  'changes',
  'worktrees',
  'output',
  'settings',
  'extensions',
] as const;
export type HelpTopic = (typeof TOPICS)[number];

export interface Section {
  title: string;
  /** In Markdown. */
  text: string;
}

/** Returns the sections by topic, in the language of the page. Rejects if they cannot be fetched. */
export async function loadSections(): Promise<Record<HelpTopic, Section>> {
  const { default: help } = await loadHelp();
  return sectionsOf(help);
}

function loadHelp(): Promise<{ default: string }> {
  if (locale() === 'zh-CN') return import('../../docs/help.zh-CN.md?raw');
  if (locale() === 'ja-JP') return import('../../docs/help.ja.md?raw');
  return import('../../docs/help.md?raw');
}

export function sectionsOf(help: string): Record<HelpTopic, Section> {
  const sections = help.split(/^## /m).slice(1);
  if (sections.length !== TOPICS.length) throw new Error('The help does not have a section for each topic.');
  const entries = sections.map((section, at) => {
    const [title = ''] = section.split('\n', 1);
    return [TOPICS[at]!, { title, text: section.slice(title.length).trim() }];
  });
  return Object.fromEntries(entries) as Record<HelpTopic, Section>;
}
