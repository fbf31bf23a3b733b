// Comparisons of models, in the region "Agents".
import type { comparisons as texts } from '../../zh/workspace/comparisons.ts';

export const comparisons: Record<keyof typeof texts, string> = {
  'The list of models comes from a running agent. Open one first.':
    'モデルの一覧はエージェントから取得します。動作中のエージェントを開いてください。',
  'Asking pi for its models…': 'pi にモデルを問い合わせています…',
  'A comparison needs two models. Sign in to another provider in the settings.':
    '比較には 2 つのモデルが必要です。設定で別のプロバイダーにサインインしてください。',
  'Prompt for all models': 'すべてのモデルへのプロンプト',
  'Each model works in its own git worktree, on its own branch, so the folder must be in a git repository.':
    '各モデルは専用の git ワークツリーとブランチで作業するため、フォルダーは git リポジトリの中にある必要があります。',
  'Compare models…': 'モデルを比較…',
  'Comparison: {prompt}': '比較: {prompt}',
  'Compare##act': '比較する',
  'no agent': 'エージェントなし',
  'worktree removed': 'ワークツリー削除済み',
  'Open agent': 'エージェントを開く',
  'It can be kept when it has finished': '完了すると採用できます',
  'What would change is shown first': '先に変更内容が表示されます',
  'Keep {model}': '{model} を採用',
  'Its files were copied.': 'ファイルは取り込み済みです。',
  'Keep##compare': '採用',
  'not changed': '変更なし',
  'Not text, or over 1 MB: open the worktree to see it.':
    'テキストではないか 1 MB を超えています。ワークツリーを開いて確認してください。',
  'The first {count} lines are shown.': '最初の {count} 行を表示しています。',
  Candidates: '候補',
  'No files have been changed yet.': 'まだ変更されたファイルはありません。',
  'None of the models changed a file.': 'どのモデルもファイルを変更していません。',
  'The worktrees and their agents stay': 'ワークツリーとエージェントは残ります',
  'Forget the comparison': '比較を破棄',
  'Filter models': 'モデルを絞り込む',
  'Remove worktrees…': 'ワークツリーを削除…',
  'Remove worktrees': 'ワークツリーを削除する',
  'Answer from {model}': '{model} の回答',
  'Their agents end first. Branches with commits that exist nowhere else are kept.':
    'それぞれのエージェントは先に終了します。ほかにないコミットを持つブランチは残ります。',
  'Their agents end first. The conversations are kept, and so are branches with commits that exist nowhere else.':
    '先にエージェントが終了します。会話と、ほかにないコミットを含むブランチは残ります。',
  '{branch} is kept, because it has commits of its own.': '{branch} には独自のコミットがあるため残ります。',
  '{count} worktrees were removed.': '{count} 個のワークツリーを削除しました。',
  'Remove {count} worktrees': '{count} 個のワークツリーを削除',
};
