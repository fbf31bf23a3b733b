// Worktrees, in the regions "Agents" and "Terminal".
import type { worktrees as texts } from '../../zh/git/worktrees.ts';

export const worktrees: Record<keyof typeof texts, string> = {
  'New branch': '新しいブランチ',
  'From##base of a branch': '起点',
  'Worktree folder': 'ワークツリーのフォルダー',
  'Setup command': '準備コマンド',
  'None##a command': 'なし',
  'Use {command}': '{command} を使う',
  'Runs in the worktree before the agent starts. The terminal shows its output.':
    'エージェントの起動前にワークツリーで実行され、出力はターミナルに表示されます。',
  'Copied first, by .worktreeinclude: {name}.': '先に .worktreeinclude に従ってコピー: {name}。',
  'Copied first, by .worktreeinclude: {count} files.':
    '先に .worktreeinclude に従ってコピー: {count} 個のファイル。',
  'Asking git…': 'git に問い合わせています…',
  'Adding the worktree': 'ワークツリーを追加しています',
  '{branch} is ready': '{branch} の準備ができました',
  'Copying files': 'ファイルをコピーしています',
  'Setting up': '準備しています',
  'Starting the agent': 'エージェントを起動しています',
  'Worktree {branch}': 'ワークツリー {branch}',
  'Show output': '出力を表示',
  'Remove the worktree': 'ワークツリーを削除',
  'Start anyway': 'それでも起動',
  'working##worktree': '作業中',
  'running##set-up': '実行中',
  'succeeded##set-up': '成功',
  'exit code {code}': '終了コード {code}',
  'Set-up of {branch}': '{branch} の準備',
  'End worktree': 'ワークツリーを終了',
  'Everything in it is committed, and another branch or a remote has its commits.':
    'すべてコミット済みで、そのコミットは別のブランチかリモートにもあります。',
  'Untracked files': '追跡されていないファイル',
  'Saved as a commit you can restore.': '復元できるコミットとして保存されます。',
  'In the repository {path}': 'リポジトリ {path} の中',
  'Only this folder has it.': 'このフォルダーにしかありません。',
  'Repositories inside': '中にあるリポジトリ',
  'They are deleted. Everything in them is committed, and their remotes had the commits.':
    '削除されます。中身はすべてコミット済みで、そのリモートにもコミットがあります。',
  'Keep the folder': 'フォルダーを残す',
  'It gets another name and stays a worktree of git, with everything in it.':
    'フォルダーは別の名前になり、中身もすべてそのまま git のワークツリーとして残ります。',
  'Nothing was removed. The folder is now {folder}':
    '何も削除していません。フォルダーは {folder} になりました',
  'A hook of git failed. It printed: {output}': 'git のフックが失敗しました。出力: {output}',
  'The folder is gone': 'フォルダーがありません',
  'Ignored files': '無視されたファイル',
  'They are deleted.': '削除されます。',
  'Commits that only this branch has': 'このブランチだけにあるコミット',
  'They stay on the branch, on this machine only.': 'ブランチには残りますが、このマシンにしかありません。',
  'Made by the set-up': '準備コマンドで作成されたファイル',
  'Copies, and what was ignored when the agent started. They are deleted.':
    'コピーしたファイルと、エージェントの起動時に無視されていたファイルです。削除されます。',
  'The conversation of {count} agent is stored in it, or nowhere, and is lost.':
    '{count} 個のエージェントの会話はこの中だけにあるか、どこにも保存されていないため、失われます。',
  'The conversations of {count} agents are stored in it, or nowhere, and are lost.':
    '{count} 個のエージェントの会話はこの中だけにあるか、どこにも保存されていないため、失われます。',
  'Stops the agent working here.': 'ここで作業中のエージェントを停止します。',
  'Stops the {count} agents working here.': 'ここで作業中の {count} 個のエージェントを停止します。',
  'Stops the {count} agents working here. Conversations are kept.':
    'ここで作業中の {count} 個のエージェントを停止します。会話は残ります。',
  'The branch {branch} is kept.': 'ブランチ {branch} は残ります。',
  'Type “{name}” to confirm': '確認のため「{name}」と入力',
  'Looking for unsaved work…': '作業が残っていないか調べています…',
  'Ending…': '終了しています…',
  'The worktree was removed.': 'ワークツリーを削除しました。',
  'Continue with it': 'このコミットから続ける',
  'Uncommitted work is kept: {command}': 'コミットされていない内容は残っています: {command}',
  'Merge worktree': 'ワークツリーをマージ',
  'Merge {branch} into {target}': '{branch} を {target} にマージ',
  'into {folder}': 'マージ先: {folder}',
  'Conflicts##merge': '競合',
  '{count} files changed on both sides. Nothing is merged until the conflict is resolved in the worktree: merge {target} into {branch} there, then come back.':
    '{count} 個のファイルが両側で変更されています。ワークツリーで競合を解決するまで、何もマージされません。ワークツリーで {target} を {branch} にマージしてから戻ってください。',
  'Message to the agent in the worktree': 'ワークツリーのエージェントへのメッセージ',
  "This git (before 2.38) can't tell conflicts in advance. A merge that fails is undone.":
    'このバージョンの git (2.38 より前) は競合を事前に判定できません。失敗したマージは元に戻されます。',
  'Commits##merge': 'コミット',
  '{count} commits': '{count} 件のコミット',
  '{sentence} {next}': '{sentence}{next}',
  'An agent is working in {folder}. The merge changes its files while it works.':
    '{folder} でエージェントが作業中です。作業の途中でファイルが変更されます。',
  'Checking for conflicts…': '競合を確認しています…',
  'Check again##merge': 'もう一度確認',
  'Ask the agent to resolve it': 'エージェントに解決を依頼',
  'Merging…': 'マージしています…',
  'Merge##act': 'マージ',
  '{branch} was merged into {target}.': '{branch} を {target} にマージしました。',
  'How to merge it': 'マージの方法',
  'Merge the commits': 'コミットをマージ',
  'Copy all changes, uncommitted': 'コミットせずにすべての変更をコピー',
  'merged with your changes': '自分の変更とマージ',
  'Copy changes': '変更をコピー',
  'Your changes from before are kept: {command}': '以前の変更は残っています: {command}',
  '{count} files of {branch} are in {folder}, not committed.':
    '{branch} の {count} 個のファイルを {folder} に取り込みました。コミットはしていません。',
  '{count} files changed on both sides, in the same lines. Nothing was copied. Commit or undo your changes in {folder}, or merge the commits instead.':
    '{count} 個のファイルで両側が同じ行を変更しているため、何も取り込みません。先に {folder} の変更をコミットするか元に戻してください。コミットをマージすることもできます。',
  'Not committed': 'コミットされていません',
  'Not part of the merge. Commit these files first to include them.':
    'マージには含まれません。含めるには先にコミットしてください。',
  "One side deleted or renamed this file, or it isn't a text file.":
    '片側でこのファイルが削除または名前変更されたか、テキストファイルではありません。',
  'Both sides of {path}': '{path} の両側',
  'into##side of a merge': 'マージ先',
  'from##side of a merge': 'マージ元',
  'In a new git worktree, on its own branch': '新しい git ワークツリーで、専用のブランチを使う',
  'Merge worktree…': 'ワークツリーをマージ…',
  'End worktree…': 'ワークツリーを終了…',
  'detached HEAD': '切り離された HEAD',
  worktree: 'ワークツリー',
  'Worktree of {repository}': '{repository} のワークツリー',
  'Last merge': '前回のマージ',
  '{branch} was merged into {target}: {count} files':
    '{branch} を {target} にマージしました（{count} 個のファイル）',
  '{count} files of {branch} were brought into {target}, without a commit':
    '{branch} の {count} 個のファイルを、コミットせずに {target} に取り込みました',
  "The last merges of the worktrees aren't known: {reason}":
    'ワークツリーの前回のマージを取得できません: {reason}',
  'Run the programs of this folder?': 'このフォルダーのプログラムを実行しますか?',
  'Run them': '実行',
  'Continue only if you trust where the folder comes from. The panel asks again when it is restarted, unless you trust the project.':
    'フォルダーの入手元を信頼できる場合にのみ続けてください。プロジェクトを信頼しない限り、パネルの再起動後にもう一度確認します。',
  "The folder {folder} is gone, so pi can't work in it. Put it back, or end the agent.":
    'フォルダー {folder} がないため、pi は作業できません。フォルダーを元に戻すか、エージェントを終了してください。',
  'The conversation and the branch stay.': '会話とブランチは残ります。',
  'The conversation stays.': '会話は残ります。',
  'End the agent': 'エージェントを終了',
  'End the agent and its worktree': 'エージェントとワークツリーを終了',
};
