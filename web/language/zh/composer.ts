// The composer: what is typed, attached and sent.
export const composer = {
  'Ask pi anything. / for commands, @ for files, ! for your shell':
    '向 pi 提问。/ 使用命令，@ 引用文件，! 运行 shell 命令',
  'Steer the agent, or queue a follow-up': '引导智能体，或将后续消息加入队列',
  'Your shell': '在 shell 中运行',
  'Your shell, not in context': '在 shell 中运行，不加入上下文',
  'stopping …': '正在停止…',
  'sending …': '正在发送…',
  'Extension command: runs immediately': '扩展命令：立即运行',
  'The running command': '正在运行的命令',
  'The comments': '评论',
  'What is attached': '附件',
  'The editor of the draft': '草稿编辑器',
  'The list': '列表',
  Completions: '补全',
  'Attached texts': '附加的文本',
  'Open and edit': '打开并编辑',
  '{model} does not support images. It is told that they were omitted.':
    '{model} 不支持图片。系统会告知模型图片已被省略。',
  'Show these lines': '显示这些行',
  'Edit comment on {title}': '编辑对“{title}”的评论',
  'Remove comment on {title}': '移除对“{title}”的评论',
  'Files to attach': '要附加的文件',
  'Attach files': '附加文件',
  'Edit the message': '编辑消息',
  'The message': '消息',
  'An extension added text below your draft.': '扩展在你的草稿下方添加了文本。',
  'What is attached is too large to survive a reload.': '附件过大，重新加载页面后将丢失。',
  'Running command': '正在运行的命令',
  'waits for your answer': '等待你的回答',
  'Cancel what {command} asks': '取消 {command} 的询问',
  'It asks nothing now, and pi cannot interrupt a command: it ends by itself, or when the agent is restarted':
    '该命令目前没有询问，而 pi 无法中断命令：它会自行结束，或在智能体重启时结束',
  'Move into the message': '移入消息',
  'Reaches the agent after this turn’s tools': '在本轮次的工具运行后送达智能体',
  'Reaches the agent when the agent is done': '在智能体完成后送达',
  'pasted image': '粘贴的图片',
  image: '图片',
  'The image': '该图片',
  'This file': '此文件',
  'This text': '此文本',
  'The comment on {title}': '对“{title}”的评论',
  'Pasted {count} lines': '已粘贴 {count} 行',
  '{name} is too large for a message: put it into the workspace and mention it with @.':
    '{name} 过大，无法放入消息：请将其放入工作区，并用 @ 引用。',
  '{name} cannot be read. A folder can be mentioned by its path: type @, or drag it from Files.':
    '无法读取 {name}。文件夹可以按路径引用：输入 @，或从“文件”中拖入。',
  '{name} is neither text nor a PNG, JPEG, GIF or WebP image: put it into the workspace and mention it with @.':
    '{name} 既不是文本，也不是 PNG、JPEG、GIF 或 WebP 图片：请将其放入工作区，并用 @ 引用。',
  '{name} is too large: the images of one message may have 8 MB in total.':
    '{name} 过大：一条消息的图片总计不能超过 8 MB。',
  '{name} is too large: the texts of one message may have 960 kB in total.':
    '{name} 过大：一条消息的文本总计不能超过 960 kB。',
  '{name} cannot be read: it may be damaged.': '无法读取 {name}：文件可能已损坏。',
  "{command} belongs to pi's terminal interface. Here: {instead}.":
    '{command} 是 pi 终端界面的命令。在这里：{instead}。',
  'run pi in a terminal for that': '请在终端中运行 pi',
  'close the tab': '关闭标签页',
  'download the session with /export and send the file': '用 /export 下载会话，然后发送该文件',
  '"Trust for this run" in the notice about the project; to trust it for good, run pi in a terminal':
    '在项目通知中选择仅信任本次运行；如需永久信任，请在终端中运行 pi',
  'the event log shows what pi writes and reads': '事件日志会显示 pi 写入和读取的内容',
  '{command} is not a command of pi or of the panel: it was sent as text.':
    '{command} 不是 pi 或面板的命令：已作为文本发送。',
  'The queued message was not sent. It is here again.': '队列中的消息没有发送，已放回此处。',
  'The {count} queued messages were not sent. They are here again, one below the other.':
    '队列中的 {count} 条消息没有发送，已按顺序放回此处。',
  'You are editing an earlier message: what followed it stays as a branch.':
    '你正在编辑较早的消息：其后的内容会保留为一个分支。',
  'It could not be stopped: {reason}': '无法停止：{reason}',
  'It could not be taken back: {reason}': '无法取回：{reason}',
  'If the panel was ended meanwhile, look at the conversation first: the agent may have it already.':
    '如果面板在此期间已结束，请先查看对话：智能体可能已经收到。',
  'Send “{text}”': '发送“{text}”',
  'What should pi do in {folder}?': '想让 pi 在 {folder} 中做什么？',
  'Extension header': '扩展页眉',
  'Extension footer': '扩展页脚',
  'Widgets above': '上方的小组件',
  'Widgets below': '下方的小组件',
  'The conversation': '对话',
  'The queue': '队列',
  'Show {count} more lines': '再显示 {count} 行',
  'no longer available': '已不可用',
  'could not be loaded': '无法加载',
  'Open image {number}': '打开图片 {number}',
  'Image {number}': '图片 {number}',
  'Image {number}: {reason}': '图片 {number}：{reason}',
};
