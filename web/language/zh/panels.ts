// The address book below the agents.
export const panels = {
  'Other panels': '其他面板',
  'Link or address of another panel': '另一个面板的链接或地址',
  'Add and open': '添加并打开',
  'Remove {name} from the list': '从列表中移除 {name}',
  'It opens in a new tab. Its address is kept in this browser, its token only on its own page.':
    '它会在新标签页中打开。此浏览器只保存它的地址；令牌只保存在它自己的页面中。',
  'This is not the address of a panel, such as https://box.example/':
    '这不是面板的地址，例如 https://box.example/',
  'The browser has no room left: the list lasts until this page is closed.':
    '浏览器没有剩余空间：此列表只保留到页面关闭为止。',
  'To see its agents here, start this panel with --other-panel {other} and that one with --other-panel {own}.':
    '要在这里查看它的智能体，请用 --other-panel {other} 启动此面板，并用 --other-panel {own} 启动那个面板。',
  'It cannot be reached, or was not started with --other-panel {own}.':
    '无法连接到它，或者它启动时没有使用 --other-panel {own}。',
  'It no longer accepts its status link: add a new one.': '它不再接受此状态链接：请添加新的链接。',
  'Agents of {name}': '{name} 的智能体',
  'No agents': '没有智能体',
  'For other panels: the status link of this one, which tells how its agents are and opens nothing.':
    '供其他面板使用：此面板的状态链接。它只显示智能体的状态，不能打开面板。',
  'Copy status link': '复制状态链接',
};
