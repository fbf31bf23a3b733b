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
};
