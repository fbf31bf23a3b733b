// The palette step that opens another folder: one that has sessions, or any path.
import { t } from '../../language/text.ts';
import type { StoredSessions } from '../../../shared/stored-sessions.ts';
import { errorText } from '../../../shared/error-text.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { relativeTime } from '../../lib/format/relative-time.ts';
import { Refused, toComposer, type ActionContext } from '../action.ts';
import type { Item, Outcome, PickStep, TextStep } from './step.ts';

export async function pickFolder(context: ActionContext): Promise<PickStep> {
  const { sessions } = await context.agent.api.json<StoredSessions>('api/sessions');
  // The sessions are sorted newest first. Reversed, each folder ends up with the time of its newest session.
  const newest = new Map(
    sessions.map(({ workspace, modified }) => [workspace, modified] as const).toReversed(),
  );
  newest.delete(context.view.workspace);
  const known = [...newest].toReversed().map(([folder, modified]): Item => ({
    id: `folder:${folder}`,
    label: folder,
    hint: relativeTime(modified, Date.now()),
    act: () => openFolder(context, folder),
  }));
  return {
    kind: 'pick',
    title: t('Open another folder'),
    note: t('It gets its own agent; this one continues.'),
    items: [{ id: 'other', label: t('Enter a path…'), act: () => askPath(context) }, ...known],
  };
}

function askPath(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: t('Open another folder'),
    placeholder: t('Path of the folder, such as ~/code/project'),
    value: context.view.workspace,
    yes: t('Open'),
    enter: (path) => openFolder(context, path.trim()),
  };
}

async function openFolder(context: ActionContext, workspace: string): Promise<Outcome> {
  try {
    await context.panel.start({ workspace });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Refused(errorText(error));
  }
  return toComposer(context);
}
