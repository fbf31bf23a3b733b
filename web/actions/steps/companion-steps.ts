// Palette steps that use the panel's extension inside pi: the session's tree, and the tools of the model.
import { t } from '../../language/text.ts';
import type { ToolChoice } from '../../../shared/companion.ts';
import type { SessionNode, SessionTree } from '../../../shared/session-tree.ts';
import { ask, Refused, send, toComposer, type ActionContext } from '../action.ts';
import { describeNode } from './session-tree-rows.ts';
import type { Item, Outcome, PickStep, TextStep, TreeStep } from './step.ts';

export async function showTree(context: ActionContext): Promise<TreeStep> {
  const tree = await ask<SessionTree>(context, { type: 'panel_tree' });
  return {
    kind: 'tree',
    title: t('Go to another point in the session'),
    note:
      tree.omitted > 0
        ? t("{count} older points aren't listed.", { count: tree.omitted })
        : t('Pick a point to continue from it or to label it.'),
    tree,
    pick: ({ node }) => pointStep(context, node, node.id === tree.leafId),
  };
}

function pointStep(context: ActionContext, node: SessionNode, isLeaf: boolean): PickStep {
  /** Its availability is read repeatedly, because pi may become idle while the step is open. */
  const going = (item: Item): Item => ({
    ...item,
    get unavailable() {
      return isLeaf ? t('The conversation is already here.') : busyReason(context);
    },
  });
  const goTo = (summarize: boolean, instructions?: string) => () =>
    navigate(context, node, { summarize, instructions });
  return {
    kind: 'pick',
    title: describeNode(node),
    note:
      node.kind === 'user'
        ? t('The text of that message goes back into the composer.')
        : t('The conversation continues after it.'),
    items: [
      going({ id: 'go', label: t('Continue from here'), act: goTo(false) }),
      going({
        id: 'sum',
        label: t('Continue from here with a summary of the branch you leave'),
        hint: t('asks the model'),
        act: goTo(true),
      }),
      going({
        id: 'instruct',
        label: t('The same, with instructions for the summary'),
        hint: t('asks the model'),
        act: (): TextStep => ({
          kind: 'text',
          title: t('What should the summary keep?'),
          placeholder: t('For example: only what was learned about the parser'),
          yes: t('Go there'),
          enter: async (text) => goTo(true, text.trim())(),
        }),
      }),
      {
        id: 'label',
        label: node.label ? t('Change its label') : t('Give it a label'),
        act: () => labelStep(context, node),
      },
    ],
  };
}

/** Goes to another branch of the conversation, without a summary of the current one. */
export function goToBranch(context: ActionContext, entryId: string): Promise<null> {
  const unavailable = busyReason(context);
  if (unavailable) throw new Refused(unavailable);
  return send(context, { type: 'panel_navigate', entryId, summarize: false });
}

/** Returns why the conversation cannot move now; null when it can. pi would refuse for the same reason. */
function busyReason({ agent: { view } }: ActionContext): string | null {
  return view?.run || view?.compaction ? t('The agent is busy: stop it first.') : null;
}

async function navigate(
  context: ActionContext,
  node: SessionNode,
  how: { summarize: boolean; instructions?: string | undefined },
): Promise<Outcome> {
  const { summarize, instructions } = how;
  const { text } = await ask<{ text?: string }>(context, {
    type: 'panel_navigate',
    entryId: node.id,
    summarize,
    ...(instructions && { instructions }),
  });
  return toComposer(context, text, context.session);
}

function labelStep(context: ActionContext, node: SessionNode): TextStep {
  return textStepForLabel(context, { id: node.id, title: describeNode(node), label: node.label });
}

export function labelEntry(context: ActionContext, entryId: string): TextStep {
  const entry = context.agent.entries.find(({ id }) => id === entryId);
  return textStepForLabel(context, { id: entryId, title: t('Label this message'), label: entry?.label });
}

function textStepForLabel(
  context: ActionContext,
  { id, title, label = '' }: { id: string; title: string; label: string | undefined },
): TextStep {
  return {
    kind: 'text',
    title,
    placeholder: t('Label (leave empty to remove it)'),
    value: label,
    isOptional: true,
    yes: t('Label it'),
    enter: (text) => send(context, { type: 'panel_label', entryId: id, label: text.trim() }),
  };
}

export async function chooseTools(context: ActionContext): Promise<PickStep> {
  return toolsStep(context, await ask<ToolChoice>(context, { type: 'panel_tools' }));
}

/** Each row switches its tool and then shows the list that pi reports. */
function toolsStep(context: ActionContext, { tools }: ToolChoice, start?: string): PickStep {
  const active = tools.filter(({ isActive }) => isActive).map(({ name }) => name);
  return {
    kind: 'pick',
    title: t('Tools'),
    note: t('{count} of {total} are on. Changes apply to this session, from the next message on.', {
      count: active.length,
      total: tools.length,
    }),
    none: t('pi has no tools.'),
    isWhole: true,
    ...(start && { start, replaces: true }),
    items: tools.map(({ name, description, isActive }) => ({
      id: name,
      label: name,
      detail: description,
      isCurrent: isActive,
      hint: isActive ? 'on' : 'off',
      act: async () => {
        const names = isActive ? active.filter((other) => other !== name) : [...active, name];
        return toolsStep(context, await ask<ToolChoice>(context, { type: 'panel_use_tools', names }), name);
      },
    })),
  };
}

/** Makes pi read extensions, skills, prompts and settings again. */
export async function reload(context: ActionContext): Promise<null> {
  await send(context, { type: 'panel_reload' });
  context.notify('info', t('Extensions, skills, prompt templates and settings were reloaded.'));
  return null;
}
