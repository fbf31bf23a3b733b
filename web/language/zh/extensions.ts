// Screens of extensions.
export const extensions = {
  'Keys for {name}': '{name} 的按键输入',
  'Extension screen {name}': '扩展界面 {name}',
  '{count} lines above are not shown': '上方 {count} 行未显示',
  'Keys go here while it has the focus': '获得焦点时，按键会发送到这里',
  'Nothing drawn yet': '尚未绘制任何内容',
  'Keys of {name}': '{name} 的按键',
};
