// The page's additions to Markdown and to text in an editor.
export const markdown = {
  'done##task': '已完成',
  'to do': '待办',
  'Copy code': '复制代码',
  Diagram: '图表',
  'Show the diagram': '显示图表',
  'Show the source': '显示源码',
  'Remote images are not loaded': '不加载远程图片',
  '{image} (the image could not be loaded)': '{image}（图片无法加载）',
  'Tab indents; Esc, then Tab leaves the editor': 'Tab 缩进；先按 Esc 再按 Tab 可离开编辑器',
  'Tab leaves the editor now': '现在按 Tab 可离开编辑器',
};
