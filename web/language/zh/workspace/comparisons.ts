// Comparisons of models, in the region "Agents".
export const comparisons = {
  'The list of models comes from a running agent. Open one first.':
    '模型列表来自正在运行的智能体，请先打开一个。',
  'Asking pi for its models…': '正在向 pi 查询模型…',
  'A comparison needs two models. Sign in to another provider in the settings.':
    '比较需要两个模型。请在设置中登录另一个提供商。',
  'Prompt for all models': '给所有模型的提示词',
  'Each model works in its own git worktree, on its own branch, so the folder must be in a git repository.':
    '每个模型都在自己的 git 工作树和分支中工作，因此文件夹必须在 git 仓库中。',
  'Compare models…': '比较模型…',
  'Comparison: {prompt}': '比较：{prompt}',
  'Compare##act': '比较',
  'no agent': '没有智能体',
  'worktree removed': '工作树已删除',
  'Open agent': '打开智能体',
  'It can be kept when it has finished': '完成后才能采用',
  'What would change is shown first': '会先显示将要更改的内容',
  'Keep {model}': '采用 {model}',
  'Its files were copied.': '其文件已导入。',
  'Keep##compare': '采用',
  'not changed': '未更改',
  'Not text, or over 1 MB: open the worktree to see it.': '不是文本，或超过 1 MB。请打开工作树查看。',
  'The first {count} lines are shown.': '只显示前 {count} 行。',
  Candidates: '候选',
  'No files have been changed yet.': '还没有更改任何文件。',
  'None of the models changed a file.': '没有任何模型更改过文件。',
  'The worktrees and their agents stay': '工作树及其智能体会保留',
  'Forget the comparison': '移除此比较',
  'Filter models': '筛选模型',
  'Remove worktrees…': '删除工作树…',
  'Remove worktrees': '删除工作树',
  'Answer from {model}': '{model} 的回答',
  'Their agents end first. Branches with commits that exist nowhere else are kept.':
    '它们的智能体会先结束。提交只存在于该分支的分支会保留。',
  'Their agents end first. The conversations are kept, and so are branches with commits that exist nowhere else.':
    '会先结束其中的智能体。对话会保留，含有别处没有的提交的分支也会保留。',
  '{branch} is kept, because it has commits of its own.': '{branch} 含有独有的提交，因此会保留。',
  '{count} worktrees were removed.': '已删除 {count} 个工作树。',
  'Remove {count} worktrees': '删除 {count} 个工作树',
};
