// The region "Search", and the command palette.
import type { search as texts } from '../../zh/workspace/search.ts';

export const search: Record<keyof typeof texts, string> = {
  'Commands, models, sessions, files': 'コマンド、モデル、セッション、ファイル',
  'A file of the workspace': 'ワークスペースのファイル',
  'A command or /command': 'コマンドまたは /コマンド',
  'including unavailable commands, with the reason': '現在実行できないものとその理由も表示',
  'There is nothing to choose from.': '選択できるものがありません。',
  '{count} more characters: save the text to read all of it.':
    '残り {count} 文字です。すべて読むにはテキストを保存してください。',
  'Search the tree': 'ツリーを検索',
  'No labels yet: pick a message to label it.':
    'ラベルはまだありません。メッセージを選んでラベルを付けてください。',
  'Unfold {count} below': '下の {count} 件を展開',
  'Fold {count} below': '下の {count} 件を折りたたむ',
  'Slash commands': 'スラッシュコマンド',
  'Something else': 'その他の内容',
  'written in the composer': '入力欄に記入',
  'The slash commands could not be listed: {reason}':
    'スラッシュコマンドを一覧表示できませんでした: {reason}',
  'The files could not be listed: {reason}': 'ファイルを一覧表示できませんでした: {reason}',
  Recent: '最近使用',
  Everything: 'すべて',
  'Your messages': '自分のメッセージ',
  Answers: '回答',
  'Your commands': '自分のコマンド',
  Notes: 'メモ',
  '{count} file was not searched: {reason}': '{count} 個のファイルは検索していません: {reason}',
  '{count} files were not searched. The first one: {reason}':
    '{count} 個のファイルは検索していません。最初のファイル: {reason}',
  '{count} session file could not be read, so it was not searched.':
    '{count} 個のセッションファイルを読めなかったため、検索していません。',
  '{count} session files could not be read, so they were not searched.':
    '{count} 個のセッションファイルを読めなかったため、検索していません。',
  'Nothing found.': '見つかりませんでした。',
  '{count}+ matches': '一致 {count} 件以上',
  '{places} in {sessions}': '{sessions}、{places}',
  'Finds what was said, run and printed in every session of every folder, in entries of up to 8 MiB.':
    'すべてのフォルダーのすべてのセッションで、8 MiB までの項目から、発言、実行したコマンド、その出力を検索します。',
  'Search everything': 'すべてを検索',
  'Search all conversations': 'すべての会話を検索',
  'Folders to search': '検索するフォルダー',
  'What to search for': '検索する対象',
  'Time range': '検索する期間',
  '{count} matches': '一致 {count} 件',
  'Hits in {name}': '{name} の一致項目',
  '{count}+ lines': '{count} 行以上',
  '{places} in {files}': '{files}、{places}',
  'Finds text in all text files up to 10 MiB that git does not ignore.':
    'git が無視していない 10 MiB までのすべてのテキストファイルから検索します。',
  'Search in files': 'ファイル内を検索',
  'Files to search': '検索するファイル',
  'Files to search, such as *.ts, !test': '検索するファイル (例: *.ts, !test)',
  'Whole word': '単語単位で検索',
  'Search in': '検索範囲',
  'In files': 'ファイル内',
  'In conversations': '会話内',
  'There are more hits. Refine the search to see them.':
    'ほかにも結果があります。検索条件を絞り込んでください。',
  Note: 'メモ',
  'Any time': '全期間',
  'Last 24 hours': '過去 24 時間',
  'Last 7 days': '過去 7 日間',
  'Last 30 days': '過去 30 日間',
};
