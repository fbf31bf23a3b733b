// The guided tour of the page.
export const tour = {
  '{n} of {total}': '{n}/{total}',
  'End the tour': '结束导览',
  'Ask here': '在这里提问',
  'Write what pi should do and press Enter. Type / for commands, @ for files and ! for your own shell. While pi works, a message steers it or waits in the queue.':
    '写下希望 pi 完成的任务，然后按 Enter。输入 / 选择命令，输入 @ 选择文件，输入 ! 在你自己的 shell 中运行命令。pi 工作时，新消息可以引导它，也可以在队列中等待。',
  'The model, how long it thinks, and how full its context is. You can change the model at any time, also in the middle of a session.':
    '这里显示模型、思考级别和上下文用量。你可以随时更换模型，会话进行中也可以。',
  'Run several agents': '运行多个智能体',
  'Each agent works in its own folder or git worktree. The number shows how many need you, and you can answer their questions from any of them.':
    '每个智能体都在自己的文件夹或 git 工作树中工作。数字表示有多少个智能体需要你处理；在任何一个智能体的页面上都可以回答它们的提问。',
  'Review what changed': '审阅更改',
  'Every file that pi changed, turn by turn. Keep, undo or comment on a file, a hunk or a line; every undo can be redone.':
    '按轮次列出 pi 更改的每个文件。你可以保留、撤销或评论文件、更改块或单行；每次撤销都可以重做。',
  'Watch the commands': '查看命令运行',
  'The terminal shows all output of each command while it runs, and finds any line of it later.':
    '终端会在命令运行时显示全部输出，之后也可以搜索其中的任意一行。',
  'Find everything else': '查找其他功能',
  'Every action, setting, file and session is in the command palette, and so is this tour. The ? key lists all keyboard shortcuts.':
    '所有操作、设置、文件和会话都可以在命令面板中找到，也可以从那里再次打开本导览。按 ? 键可查看所有键盘快捷键。',
};
