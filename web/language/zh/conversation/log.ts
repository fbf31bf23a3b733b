// The event log.
export const log = {
  Entries: '条目',
  'Ask pi for': '向 pi 请求',
  'Copy records': '复制记录',
  'Long ones are truncated: open a record to copy all of it.':
    '较长的记录已截断，打开某条记录即可复制其全部内容。',
  'Copied {count} records.': '已复制 {count} 条记录。',
  'Close event log': '关闭事件日志',
  Records: '记录',
  'Record {n}': '记录 {n}',
  'No matching records': '没有匹配的记录',
  'Records from pi appear here, the newest first.': '来自 pi 的记录显示在这里，最新的在最前。',
  'Only the newest {count} are shown. Filter to see older ones.':
    '仅显示最新的 {count} 条。要查看更早的记录，请筛选。',
  'Filter by text': '按文本筛选',
  'Filter by type': '按类型筛选',
  'all types': '所有类型',
  "Couldn't fetch the log: {reason}": '无法获取日志：{reason}',
  '... truncated: the line had {count} bytes': '... 已截断：该行共 {count} 字节',
};
