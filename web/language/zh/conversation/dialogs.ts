// Dialogs: questions of extensions that wait for an answer.
export const dialogs = {
  '“{title}”: {reason}': '“{title}”：{reason}',
  '{command} of {extension}': '{extension} 的 {command}',
  'the tool {tool} of {extension}': '{extension} 的工具 {tool}',
  'Asked by {author},': '{author} 提问于',
  Asked: '提问于',
  '{count} seconds left to answer: {title}': '回答时间还剩 {count} 秒：{title}',
  'Switch between the composer and this dialog': '在输入框与此对话框之间切换',
  '{keys} to answer': '按 {keys} 回答',
  'The agent continues without an answer when the time is up': '时间到后，智能体将在没有回答的情况下继续',
  'Time left': '剩余时间',
  'time is up': '时间到',
  '“{title}” was answered in another tab.': '“{title}”已在另一个标签页中回答。',
  'Waiting for you: {title}': '等待你回答：{title}',
  '“{title}” closed before you answered. Your text is in the composer.':
    '“{title}”在你回答之前已关闭。你的文本在输入框中。',
  '{count} more dialogs are waiting.': '还有 {count} 个对话框在等待。',
  'Filter options': '筛选选项',
  'Filter {count} options': '筛选 {count} 个选项',
  'No matching options': '没有匹配的选项',
  'Select with the arrow keys and Enter, or click': '用方向键和 Enter 选择，或点击',
  Answer: '回答',
  '{key} submits': '{key} 提交',

  // Screens of extensions.
  'Keys for {name}': '{name} 的按键输入',
  'Extension screen {name}': '扩展界面 {name}',
  '{count} lines above are not shown': '上方 {count} 行未显示',
  'Receives your keys while focused': '获得焦点时，按键会发送到这里',
  'Nothing to show yet': '尚未绘制任何内容',
  'Keys of {name}': '{name} 的按键',
  'Another answer is being sent.': '正在发送另一个回答。',
};
