// The views of files besides their text.
export const views = {
  'Show text': 'テキストを表示',
  'Open preview': 'プレビューを開く',
  'Zoom in': '拡大',
  'Zoom out': '縮小',
  'Actual size': '実際のサイズ',
  Fit: 'ウィンドウに合わせる',
  "The browser can't play this file.": 'ブラウザーはこのファイルを再生できません。',
  "The browser can't read this font.": 'ブラウザーはこのフォントを読み取れません。',
  '{name} has {size}. The preview shows files of up to {most}.':
    '{name} のサイズは {size} です。プレビューで表示できるのは {most} までです。',
  'Filter rows': '行を絞り込む',
  'First row has names': '先頭行は列名',
  'Copy value': '値をコピー',
  'Rows: {rows} · Columns: {columns}': '行: {rows} · 列: {columns}',
  'Rows: {shown} of {rows} · Columns: {columns}': '行: {rows} 中 {shown} · 列: {columns}',
  'The file has more, which is not shown.': 'ファイルにはまだ続きがありますが、表示されていません。',
  JSON: 'JSON',
  'Line {line} is not valid JSON: {reason}': '{line} 行目は有効な JSON ではありません: {reason}',
  "This isn't a notebook of format 4. Open its text to see what it is.":
    '形式 4 のノートブックではありません。テキストを開いて内容を確認してください。',
  Cells: 'セル',
  'Cell {number}': 'セル {number}',
  'Scripts in the outputs are off.': '出力内のスクリプトはオフです。',
  'Run scripts': 'スクリプトを実行',
  'The output goes on. Open the text of the file to see all of it.':
    '出力には続きがあります。すべてを見るにはファイルのテキストを開いてください。',
  Value: '値',
  'This PDF needs a password. Download it to open it elsewhere.':
    'この PDF にはパスワードが必要です。ダウンロードして別のアプリで開いてください。',
  'Find in this PDF': 'この PDF 内を検索',
  'Find in PDF': 'PDF 内を検索',
  'Page {page} of {pages}': '{page} / {pages} ページ',
  "This page can't be shown: {reason}": 'このページを表示できません: {reason}',
};
