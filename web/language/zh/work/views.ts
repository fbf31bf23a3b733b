// The views of files besides their text.
export const views = {
  'Show text': '显示文本',
  'Open preview': '打开预览',
  'Zoom in': '放大',
  'Zoom out': '缩小',
  'Actual size': '实际大小',
  Fit: '适应窗口',
  "The browser can't play this file.": '浏览器无法播放此文件。',
  "The browser can't read this font.": '浏览器无法读取此字体。',
  '{name} has {size}. The preview shows files of up to {most}.':
    '{name} 大小为 {size}。预览最多显示 {most} 的文件。',
  'Filter rows': '筛选行',
  'First row has names': '第一行是列名',
  'Copy value': '复制值',
  'Rows: {rows} · Columns: {columns}': '行：{rows} · 列：{columns}',
  'Rows: {shown} of {rows} · Columns: {columns}': '行：{shown} / {rows} · 列：{columns}',
  'The file has more, which is not shown.': '文件还有更多内容，未显示。',
  JSON: 'JSON',
  'Line {line} is not valid JSON: {reason}': '第 {line} 行不是有效的 JSON：{reason}',
  "This isn't a notebook of format 4. Open its text to see what it is.":
    '这不是格式 4 的笔记本。请打开其文本查看内容。',
  Cells: '单元格',
  'Cell {number}': '单元格 {number}',
  'This output is HTML. It is shown as text.': '此输出是 HTML，以文本形式显示。',
  'The output goes on. Open the text of the file to see all of it.':
    '输出未完。打开文件的文本可查看全部内容。',
  Value: '值',
  'This PDF needs a password. Download it to open it elsewhere.': '此 PDF 需要密码。请下载后用其他程序打开。',
  'Find in this PDF': '在此 PDF 中查找',
  'Find in PDF': '在 PDF 中查找',
  'Page {page} of {pages}': '第 {page} 页，共 {pages} 页',
  "This page can't be shown: {reason}": '无法显示此页：{reason}',
};
