// The plan as a document.
import type { plan as texts } from '../../zh/work/plan.ts';

export const plan: Record<keyof typeof texts, string> = {
  '{done} of {count} steps done': '{count} ステップ中 {done} 完了',
  'Edit the plan': '計画を編集',
  'Save the plan as a file': '計画をファイルに保存',
  'Close the plan': '計画を閉じる',
  'Text of the plan': '計画の本文',
  'Remove the comment': 'コメントを削除',
  'Looking for a plan in earlier messages…': '以前のメッセージで計画を探しています…',
  Revise: '修正を依頼',
  Approve: '承認',
  'Step {n}': 'ステップ {n}',
  'The last answer with a heading “Plan” or with a task list, or the list of a tool for tasks, appears here, to be commented on, edited and approved.':
    '「Plan」という見出しかタスクリストのある最後の回答、またはタスク用ツールのリストがここに表示され、コメント、編集、承認ができます。',
  'approve, tasks, to do, steps, checklist': '承認, タスク, やること, ステップ, チェックリスト',
};
