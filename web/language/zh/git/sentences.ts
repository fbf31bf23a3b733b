// Sentences of the server about git whose parts differ: why it refuses a request, and its notices.
export const gitSentences = {
  '{path} is in a folder of git itself. Choose another folder for the worktree.':
    '{path} 位于 git 自己的文件夹中。请为工作树选择其他文件夹。',
  '{path} is in the folder of the panel itself. Choose another folder for the worktree.':
    '{path} 位于面板自己的文件夹中。请为工作树选择其他文件夹。',
  '{path} cannot be a folder here. Choose another folder for the worktree.':
    '{path} 在这里不能用作文件夹。请为工作树选择其他文件夹。',
  '{path} already exists. Choose another folder for the worktree.':
    '{path} 已存在。请为工作树选择其他文件夹。',
  '{path} belongs to git and is left alone here.': '{path} 属于 git，不能在这里更改。',
  '{path} belongs to git and cannot be saved from here.': '{path} 属于 git，不能在这里保存。',
  'The branch “{branch}” already exists. Choose another name for the new one.':
    '分支“{branch}”已存在。请为新分支使用其他名称。',
  'The branch or commit “{base}” does not exist.': '分支或提交“{base}”不存在。',
  'git does not allow a branch with the name “{branch}”.': 'git 不允许分支名称“{branch}”。',
  '{folder} is not in a git checkout: {reason}': '{folder} 不在 git 仓库中：{reason}',
  'The set-up failed with exit code {code}, so no agent was started. The worktree is left as it is.':
    '准备命令失败，退出代码为 {code}，因此没有启动智能体。工作树保持原样。',
  '{folder} is the repository itself, not a worktree of it.': '{folder} 是仓库本身，而不是它的工作树。',
  '{target} already contains everything from {branch}.': '{target} 已包含 {branch} 的全部内容。',
  '{branch} and {target} changed the same lines. Nothing was merged: merge {target} into {branch} first, in the worktree.':
    '{branch} 和 {target} 更改了相同的行，因此没有合并。请先在工作树中把 {target} 合并到 {branch}。',
  '{folder} ({branch}) has uncommitted changes of files in this merge: {files}. Commit or undo them first; nothing is stashed.':
    '{folder}（{branch}）中属于此次合并的文件有未提交的更改：{files}。请先提交或撤销；面板不会执行 git stash。',
  '{folder} ({branch}) has staged changes: {files}. Commit or unstage them first; git does not merge while changes are staged.':
    '{folder}（{branch}）有已暂存的更改：{files}。请先提交或取消暂存；有暂存更改时 git 不会创建合并提交。',
  'There is nothing to merge yet: the changes in {branch} are not committed.':
    '{branch} 中的更改尚未提交，因此没有可合并的内容。',
  '{folder} has files that git does not track and the merge would overwrite: {files}. Move them first.':
    '{folder} 中有 git 未跟踪且会被合并覆盖的文件：{files}。请先移走。',
  '{folder} already has all files of {branch}.': '{folder} 已包含 {branch} 的所有文件。',
  '{folder} has files that git does not track and this would overwrite: {files}. Move them first.':
    '{folder} 中有 git 未跟踪且会被覆盖的文件：{files}。请先移走。',
  'This needs git 2.38 or newer, which can merge without a checkout.':
    '这需要 git 2.38 或更高版本，才能在不检出的情况下合并。',
  'git reported no failure, but {into} does not have the commits of {branch}. Look at {folder}.':
    'git 没有报告失败，但 {into} 不包含 {branch} 的提交。请查看 {folder}。',
  'git did not merge {branch}: {output}': 'git 没有合并 {branch}：{output}',
  'It contains another repository, whose work git cannot see: {places}. Commit and push it there, move it out, or keep the folder.':
    '其中包含另一个仓库，git 看不到其中的工作：{places}。请在那里提交并推送、将其移走，或保留文件夹。',
  '{folder} contains another repository, whose work cannot be brought over: {places}. Commit and push it there, or move it out first.':
    '{folder} 包含另一个仓库，其中的工作无法带过来：{places}。请先在那里提交并推送，或将其移走。',
  'git did not remove the worktree {folder}: {output}': 'git 没有删除工作树 {folder}：{output}',
  'The worktree {folder} is being removed.': '正在删除工作树 {folder}。',
  'git cannot store {path}: {reason} Nothing was staged.': 'git 无法存储 {path}：{reason} 没有暂存任何内容。',
  'git cannot compare the workspace with the last commit: {reason}':
    'git 无法将工作区与上次提交进行比较：{reason}',
  'Not recorded (ignored by git): {names}.': '未记录（git 忽略）：{names}。',
  'Not recorded (data of git): {names}.': '未记录（git 的数据）：{names}。',
  'Not recorded, and not all of it is watched (ignored by git): {names}.':
    '未记录，且未全部监视（git 忽略）：{names}。',
  '{branch} and the files in {folder} changed the same lines.':
    '{branch} 与 {folder} 中的文件更改了相同的行。',
  'git changes the lines of {path} when it stores them. Nothing was staged; commit the whole file.':
    'git 存储 {path} 时会改动其中的行。未暂存任何内容，请提交整个文件。',
  'git would run programs that {folder} brings along, and you have not trusted it: {programs}. Nothing was changed.':
    'git 会运行 {folder} 自带的程序，而你尚未信任该文件夹：{programs}。未做任何更改。',
  'git has no difference for {path}. Nothing was staged.': 'git 中 {path} 没有差异。未暂存任何内容。',
  'The repository names another folder for its files (core.worktree): {folder}':
    '该仓库为其文件指定了另一个文件夹 (core.worktree)：{folder}',
  'git does not list {folder} among its worktrees. Run: git worktree repair':
    'git 的工作树列表中没有 {folder}。请运行：git worktree repair',
  'The folder {folder} is there. End the worktree instead.': '文件夹 {folder} 存在。请改为结束该工作树。',
  'git does not have the content of {path}, as in a partial clone or after damage: {reason}':
    'git 没有 {path} 的内容，可能是部分克隆或仓库损坏：{reason}',
  '{branch} has no upstream to overwrite.': '{branch} 没有可以覆盖的上游分支。',
  '{branch} has other commits by now. Look at it again.': '{branch} 现在有了其他提交。请再看一下。',
  'There is no commit {commit}.': '没有提交 {commit}。',
  'There is no branch {branch}.': '没有分支 {branch}。',
  'git changes the lines of {path} when it stores them. Discard the whole file.':
    'git 在存储 {path} 时会更改其中的行。请放弃整个文件的更改。',
  '{program} has not answered within {seconds} s.': '{program} 在 {seconds} 秒内没有响应。',
  '{program} was not found in PATH. It shows pull requests and checks here: install it from {address}, and sign in.':
    '在 PATH 中找不到 {program}。它在此显示拉取请求和检查：请从 {address} 安装并登录。',
  '{program} is not signed in. Run this in a shell: {command}':
    '{program} 尚未登录。请在 shell 中运行：{command}',
  '{program} printed no JSON: {start}': '{program} 输出的不是 JSON：{start}',
  '{program} printed too much to read.': '{program} 的输出过多，无法读取。',
  '{program} ended with {status}.': '{program} 以 {status} 结束。',
  'The panel does not know what {host} is. Sign in there with gh, glab or tea in a shell.':
    '面板不知道 {host} 是什么平台。请在 shell 中用 gh、glab 或 tea 登录。',
  '{branch} cannot be merged into itself. Choose another branch.':
    '{branch} 不能合并到自身。请选择其他分支。',
  'The commits of the pull request #{number} are not in this repository yet. Fetch them first.':
    '拉取请求 #{number} 的提交还不在此仓库中。请先获取。',
  'The remote {remote} has no other branch that {branch} could be for. Fetch first.':
    '远程仓库 {remote} 没有其他可供 {branch} 合并的分支。请先获取。',
  'The checks of {branch} have passed.': '{branch} 的检查已通过。',
  'The checks of {branch} are no longer watched: {reason}': '不再监视 {branch} 的检查：{reason}',
  '{path} is not in conflict any more.': '{path} 已不再处于冲突状态。',
};
