// Sentences of the server about git whose parts differ: why it refuses a request, and its notices.
import type { gitSentences as texts } from '../../zh/git/sentences.ts';

export const gitSentences: Record<keyof typeof texts, string> = {
  '{path} is in a folder of git itself. Choose another folder for the worktree.':
    '{path} は git 自身のフォルダーの中にあります。ワークツリーには別のフォルダーを選んでください。',
  '{path} is in the folder of the panel itself. Choose another folder for the worktree.':
    '{path} はパネル自身のフォルダーの中にあります。ワークツリーには別のフォルダーを選んでください。',
  '{path} cannot be a folder here. Choose another folder for the worktree.':
    '{path} はここではフォルダーにできません。ワークツリーには別のフォルダーを選んでください。',
  '{path} already exists. Choose another folder for the worktree.':
    '{path} はすでに存在します。ワークツリーには別のフォルダーを選んでください。',
  '{path} belongs to git and is left alone here.': '{path} は git のファイルのため、ここでは変更できません。',
  '{path} belongs to git and cannot be saved from here.':
    '{path} は git のファイルのため、ここでは保存できません。',
  'The branch “{branch}” already exists. Choose another name for the new one.':
    'ブランチ「{branch}」はすでに存在します。新しいブランチには別の名前を選んでください。',
  'The branch or commit “{base}” does not exist.': 'ブランチまたはコミット「{base}」は存在しません。',
  'git does not allow a branch with the name “{branch}”.': 'git ではブランチ名「{branch}」を使えません。',
  '{folder} is not in a git checkout: {reason}': '{folder} は git リポジトリ内にありません: {reason}',
  'The set-up failed with exit code {code}, so no agent was started. The worktree is left as it is.':
    '準備コマンドが終了コード {code} で失敗したため、エージェントは起動していません。ワークツリーはそのまま残っています。',
  '{folder} is the repository itself, not a worktree of it.':
    '{folder} はリポジトリ本体で、ワークツリーではありません。',
  '{target} already contains everything from {branch}.': '{target} は {branch} の内容をすべて含んでいます。',
  '{branch} and {target} changed the same lines. Nothing was merged: merge {target} into {branch} first, in the worktree.':
    '{branch} と {target} が同じ行を変更しています。マージしていません。先にワークツリーで {target} を {branch} にマージしてください。',
  '{folder} ({branch}) has uncommitted changes of files in this merge: {files}. Commit or undo them first; nothing is stashed.':
    '{folder} ({branch}) では、このマージに含まれるファイルにコミットされていない変更があります: {files}。先にコミットするか元に戻してください。スタッシュは行いません。',
  '{folder} ({branch}) has staged changes: {files}. Commit or unstage them first; git does not merge while changes are staged.':
    '{folder} ({branch}) にステージされた変更があります: {files}。先にコミットするかステージから外してください。残っていると git はマージコミットを作成しません。',
  'There is nothing to merge yet: the changes in {branch} are not committed.':
    '{branch} の変更はまだコミットされていないため、マージするものがありません。',
  '{folder} has files that git does not track and the merge would overwrite: {files}. Move them first.':
    '{folder} に、git が追跡しておらずマージで上書きされるファイルがあります: {files}。先に移動してください。',
  '{folder} already has all files of {branch}.':
    '{folder} には {branch} のすべてのファイルがすでにあります。',
  '{folder} has files that git does not track and this would overwrite: {files}. Move them first.':
    '{folder} に、git が追跡しておらず上書きされるファイルがあります: {files}。先に移動してください。',
  'This needs git 2.38 or newer, which can merge without a checkout.':
    'これには、チェックアウトなしでマージできる git 2.38 以降が必要です。',
  'git reported no failure, but {into} does not have the commits of {branch}. Look at {folder}.':
    'git は失敗を報告しませんでしたが、{into} に {branch} のコミットがありません。{folder} を確認してください。',
  'git did not merge {branch}: {output}': 'git は {branch} をマージしませんでした: {output}',
  'It contains another repository, whose work git cannot see: {places}. Commit and push it there, move it out, or keep the folder.':
    '別のリポジトリが含まれており、git にはその作業が見えません: {places}。そこでコミットしてプッシュするか、外に移すか、フォルダーを残してください。',
  '{folder} contains another repository, whose work cannot be brought over: {places}. Commit and push it there, or move it out first.':
    '{folder} には別のリポジトリが含まれており、その作業は取り込めません: {places}。先にそこでコミットしてプッシュするか、外に移してください。',
  'git did not remove the worktree {folder}: {output}':
    'git はワークツリー {folder} を削除しませんでした: {output}',
  'The worktree {folder} is being removed.': 'ワークツリー {folder} は削除中です。',
  'git cannot store {path}: {reason} Nothing was staged.':
    'git は {path} を保存できません: {reason} 何もステージしていません。',
  'git cannot compare the workspace with the last commit: {reason}':
    'git はワークスペースを前回のコミットと比較できません: {reason}',
  'Not recorded (ignored by git): {names}.': '記録されていません（git が無視）: {names}。',
  'Not recorded (data of git): {names}.': '記録されていません（git のデータ）: {names}。',
  'Not recorded, and not all of it is watched (ignored by git): {names}.':
    '記録されておらず、すべてが監視されているわけでもありません（git が無視）: {names}。',
  '{branch} and the files in {folder} changed the same lines.':
    '{branch} と {folder} のファイルが同じ行を変更しています。',
  'git changes the lines of {path} when it stores them. Nothing was staged; commit the whole file.':
    'git は {path} を格納するときに行を変更します。ステージしていません。ファイル全体をコミットしてください。',
  'git would run programs that {folder} brings along, and you have not trusted it: {programs}. Nothing was changed.':
    'git は {folder} に含まれるプログラムを実行しますが、このフォルダーはまだ信頼されていません: {programs}。何も変更していません。',
  'git has no difference for {path}. Nothing was staged.':
    'git では {path} に差分がありません。ステージしていません。',
  'The repository names another folder for its files (core.worktree): {folder}':
    'このリポジトリは、ファイルの場所として別のフォルダーを指定しています (core.worktree): {folder}',
  'git does not list {folder} among its worktrees. Run: git worktree repair':
    'git の worktree の一覧に {folder} がありません。次を実行してください: git worktree repair',
  'The folder {folder} is there. End the worktree instead.':
    'フォルダー {folder} は存在します。代わりにワークツリーを終了してください。',
  'git does not have the content of {path}, as in a partial clone or after damage: {reason}':
    'git に {path} の内容がありません。部分クローンか破損の可能性があります: {reason}',
  '{branch} has no upstream to overwrite.': '{branch} には上書きできる上流ブランチがありません。',
  '{branch} has other commits by now. Look at it again.':
    '{branch} には別のコミットが追加されています。もう一度確認してください。',
  'There is no commit {commit}.': 'コミット {commit} はありません。',
  'There is no branch {branch}.': 'ブランチ {branch} はありません。',
  'git changes the lines of {path} when it stores them. Discard the whole file.':
    'git は {path} を保存するときに行を変更します。ファイル全体の変更を破棄してください。',
  '{program} has not answered within {seconds} s.': '{program} が {seconds} 秒以内に応答しませんでした。',
  '{program} was not found in PATH. It shows pull requests and checks here: install it from {address}, and sign in.':
    'PATH に {program} が見つかりません。プルリクエストとチェックの表示に使います。{address} からインストールし、サインインしてください。',
  '{program} is not signed in. Run this in a shell: {command}':
    '{program} はサインインしていません。シェルで実行してください: {command}',
  '{program} printed no JSON: {start}': '{program} の出力は JSON ではありません: {start}',
  '{program} printed too much to read.': '{program} の出力が多すぎて読み取れません。',
  '{program} ended with {status}.': '{program} は {status} で終了しました。',
  'The panel does not know what {host} is. Sign in there with gh, glab or tea in a shell.':
    '{host} の種類が分かりません。シェルで gh、glab、tea のいずれかを使ってサインインしてください。',
  '{branch} cannot be merged into itself. Choose another branch.':
    '{branch} をそれ自身にマージすることはできません。別のブランチを選んでください。',
  'The commits of the pull request #{number} are not in this repository yet. Fetch them first.':
    'プルリクエスト #{number} のコミットはまだこのリポジトリにありません。先にフェッチしてください。',
  'The remote {remote} has no other branch that {branch} could be for. Fetch first.':
    'リモート {remote} には、{branch} のマージ先になるブランチがありません。先にフェッチしてください。',
  'The checks of {branch} have passed.': '{branch} のチェックは成功しました。',
  'The checks of {branch} are no longer watched: {reason}':
    '{branch} のチェックの監視を終了しました: {reason}',
  '{path} is not in conflict any more.': '{path} はもう競合していません。',
};
