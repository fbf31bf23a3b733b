// The region "Terminal".
export const terminal = {
  'Bash output appears here while a command runs. Start a message with {mark} to run a command yourself.':
    '命令运行时，Bash 输出会显示在这里。要自己运行命令，请以 {mark} 开头输入消息。',
  'Restart pi without FORCE_COLOR and CLICOLOR_FORCE? The session continues.':
    '要不带 FORCE_COLOR 和 CLICOLOR_FORCE 重启 pi 吗？会话将继续。',
  'Restart pi with FORCE_COLOR=1 and CLICOLOR_FORCE=1? The session continues. Many programs then print colors, and the model sees the escape codes too.':
    '要使用 FORCE_COLOR=1 和 CLICOLOR_FORCE=1 重启 pi 吗？会话将继续。此后许多程序会输出颜色，模型也会看到转义码。',
  'Restart pi': '重启 pi',
  'ANSI colors': 'ANSI 颜色',
  'ANSI colors: available while the agent is idle': 'ANSI 颜色：仅在智能体空闲时可用',
  'This run': '此次运行',
  'Show in chat': '在聊天中显示',
  'Copy output': '复制输出',
  'Clear view': '清除视图',
  'Full output': '完整输出',
  Runs: '运行记录',
  'Filter runs': '筛选运行记录',
  'Commands only': '仅命令',
  'Runs of this session': '此会话的运行记录',
  'No matching runs.': '没有匹配的运行记录。',
  'No commands yet.': '还没有命令。',
  'Turn off “Commands only” to see {count} runs of other tools.':
    '取消勾选“仅命令”可查看其他工具的 {count} 次运行。',
  'Runs from older parts of the session are not listed.': '未列出会话更早部分的运行记录。',
  'Load older': '加载更早的记录',
  'This run is no longer available, because its agent was closed or switched to another session.':
    '此次运行已不可用，因为其智能体已关闭，或切换到了另一个会话。',
  'Loading the run …': '正在加载运行…',
  'Started {time}': '开始于 {time}',
  'these lines of output': '这些输出行',
  '{count} new lines': '{count} 行新输出',
  'Follow output': '跟随输出',
  'Open link': '打开链接',
  'Opens {host} in a new tab:': '将在新标签页中打开 {host}：',
  'Only the end of this output is left.': '仅保留了此输出的末尾。',
  'None of this output is left.': '此输出已全部清除。',
  'Reconnecting. The output will continue where it stopped.': '正在重新连接，输出将从中断处继续。',
  'An earlier part, up to {size}.': '较早的部分，到 {size} 为止。',
  'Back to the end': '返回末尾',
  'Lines wrap at {count} columns.': '每行在第 {count} 列处换行。',
  'The last {left} of {written}. The rest was in a file from pi that no longer exists.':
    '共 {written}，仅剩最后 {left}。其余内容所在的 pi 文件已不存在。',
  'Show earlier output': '显示更早的输出',
  'cleared here': '此处已清屏',
  'Later output has overwritten this match on the screen. The downloaded output has it.':
    '屏幕上的这个匹配项已被后续输出覆盖。下载的输出中包含它。',
  'Terminal output': '终端输出',
  'Input of the shell': 'shell 输入',
  'running##shell': '运行中',
  'exit code {code}##shell': '退出码 {code}',
  'ended by signal {signal}': '被信号 {signal} 结束',
  'Keys of the shell': 'shell 按键',
  Shells: 'Shell',
  'Find in shell': '在 shell 中查找',
  'New shell': '新建 shell',
  'Close shell': '关闭 shell',
  'Hide shells': '隐藏 shell',
  '{program} is running in this shell. Close the shell and end it?':
    '{program} 正在此 shell 中运行。要关闭 shell 并结束它吗?',
  'The program runs each line as it is pasted. Paste {count} line?':
    '程序会在粘贴时立即执行每一行。要粘贴 {count} 行吗?',
  'The program runs each line as it is pasted. Paste {count} lines?':
    '程序会在粘贴时立即执行每一行。要粘贴 {count} 行吗?',
  Paste: '粘贴',
  'A shell is a terminal of your own on the machine of the panel. It goes on when you close the page.':
    'shell 是面板所在机器上属于你自己的终端。关闭页面后它仍会继续运行。',
};
