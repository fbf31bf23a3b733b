// The palette step that picks the message from which file changes are undone.
import { cutText } from '../../../shared/view/cut-text.ts';
import { t } from '../../language/text.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { ActionContext } from '../action.ts';
import type { Item, PickStep } from './step.ts';

export function pickUndo({ agent, workbench }: ActionContext): PickStep {
  const texts = new Map(
    agent.entries.flatMap(({ key, message }) =>
      message.role === 'user' ? [[key, plainText(message.content)] as const] : [],
    ),
  );
  const items = agent.changes.turns
    .filter(({ files }) => files.some(({ undone }) => !undone))
    .map(({ id, files }): Item => {
      const label = cutText(texts.get(id)?.replace(/\s+/g, ' ').trim() ?? '', 200);
      return {
        id,
        label: label || t('Earlier message'),
        hint: t('{count} files', { count: files.length }),
        act: () => () => workbench.showUndo({ undo: { from: id } }),
      };
    });
  return {
    kind: 'pick',
    title: t('Undo file changes from which message?'),
    note: t('The conversation stays; you see what happens to each file first.'),
    none: t('The agent has changed no files that could be restored.'),
    items: items.reverse(),
  };
}
