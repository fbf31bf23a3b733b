// The session's tree: where the conversation goes on from, and what a point of it is called.
import { relativeTime } from '../lib/time.ts';
import type { SessionNode, SessionTree } from '../../shared/companion.ts';
import { ask, type Act, type Page } from './page.ts';
import { nodeWords, treeRows, type TreeRow } from './session-tree-rows.ts';
import type { Item, Outcome, PickStep, TextStep } from './step.ts';

export const showTree: Act = async (page) => treeStep(page);

async function treeStep(page: Page): Promise<PickStep> {
  const tree = await ask<SessionTree>(page, { type: 'panel_tree' });
  const rows = treeRows(tree);
  return {
    kind: 'pick',
    title: 'Go to another point of the session',
    note:
      tree.omitted > 0
        ? `${tree.omitted} older points are not listed.`
        : 'Pick a point to go on from it or to give it a label.',
    none: 'Nothing was said in this session yet.',
    isWhole: true,
    items: rows.map((row) => nodeItem(page, row)),
  };
}

function nodeItem(page: Page, { node, depth, isOnPath, isLeaf }: TreeRow): Item {
  return {
    id: node.id,
    label: nodeWords(node),
    hint: relativeTime(node.at, Date.now()),
    indent: depth,
    isAside: !isOnPath,
    isCurrent: isLeaf,
    ...(node.label && { tag: node.label }),
    act: () => pointStep(page, node, isLeaf),
  };
}

function pointStep(page: Page, node: SessionNode, isLeaf: boolean): PickStep {
  const lack = isLeaf ? 'The conversation stands here.' : workLack(page);
  const goTo = (summarize: boolean, instructions?: string) => () =>
    go(page, node, { summarize, instructions });
  return {
    kind: 'pick',
    title: nodeWords(node),
    note:
      node.kind === 'user'
        ? 'What you wrote there goes back into the composer.'
        : 'The conversation goes on behind it.',
    items: [
      { id: 'go', label: 'Go on from here', lack, act: goTo(false) },
      {
        id: 'sum',
        label: 'Go on from here with a summary of what is left behind',
        hint: 'asks the model',
        lack,
        act: goTo(true),
      },
      {
        id: 'instruct',
        label: 'The same, and say what the summary is for',
        hint: 'asks the model',
        lack,
        act: (): TextStep => ({
          kind: 'text',
          title: 'What should the summary keep?',
          placeholder: 'For example: only what was learned about the parser',
          yes: 'Go there',
          enter: async (text) => goTo(true, text.trim())(),
        }),
      },
      {
        id: 'label',
        label: node.label ? 'Change its label' : 'Give it a label',
        act: () => labelStep(page, node),
      },
    ],
  };
}

/** What pi says itself while it is at work, before anything was asked of it. */
function workLack({ view: { run, compaction } }: Page): string | undefined {
  return run || compaction ? 'The agent is at work: stop it first.' : undefined;
}

async function go(
  page: Page,
  node: SessionNode,
  how: { summarize: boolean; instructions?: string | undefined },
): Promise<Outcome> {
  const { summarize, instructions } = how;
  const { text } = await ask<{ text?: string }>(page, {
    type: 'panel_navigate',
    entryId: node.id,
    summarize,
    ...(instructions && { instructions }),
  });
  return () => {
    page.workbench.tab = 'chat';
    if (text) page.workbench.composer.get().insert(text);
    page.workbench.composer.get().focus();
  };
}

function labelStep(page: Page, node: SessionNode): TextStep {
  return {
    kind: 'text',
    title: nodeWords(node),
    placeholder: 'A label; empty: none',
    value: node.label ?? '',
    isOptional: true,
    yes: 'Label it',
    enter: async (label) => {
      await ask(page, { type: 'panel_label', entryId: node.id, label: label.trim() });
      return null;
    },
  };
}
