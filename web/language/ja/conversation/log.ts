// The event log.
import type { log as texts } from '../../zh/conversation/log.ts';

export const log: Record<keyof typeof texts, string> = {
  Entries: '項目',
  'Ask pi for': 'pi に要求',
  'Copy records': 'レコードをコピー',
  'Long ones are truncated: open a record to copy all of it.':
    '長いレコードは途中で切れています。レコードを開くと全体をコピーできます。',
  'Copied {count} records.': '{count} 件のレコードをコピーしました。',
  'Close event log': 'イベントログを閉じる',
  Records: 'レコード',
  'Record {n}': 'レコード {n}',
  'No matching records': '一致するレコードはありません',
  'Records from pi appear here, the newest first.': 'pi からのレコードがここに新しい順で表示されます。',
  'Only the newest {count} are shown. Filter to see older ones.':
    '最新の {count} 件を表示しています。古いものは絞り込むと表示されます。',
  'Filter by text': 'テキストで絞り込む',
  'Filter by type': '種類で絞り込む',
  'all types': 'すべての種類',
  "Couldn't fetch the log: {reason}": 'ログを取得できませんでした: {reason}',
  '... truncated: the line had {count} bytes': '... 省略されました: この行は {count} バイトです',
};
