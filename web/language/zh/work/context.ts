// What the model sees.
export const context = {
  'What the model sees': '模型看到的内容',
  'Close the context': '关闭上下文',
  Order: '顺序',
  'By age': '按时间',
  'By size': '按大小',
  'All##rows of the context': '全部',
  'Changed since the last request': '自上次请求后有变化',
  'Nothing has changed since the last request.': '自上次请求以来没有变化。',
  'Estimated: four characters count as a token.': '估算值：四个字符计为一个 token。',
  'Estimated for each row, so that the last request has the {count} tokens that its provider counted.':
    '每行为估算值，使上次请求的总数等于提供商统计的 {count} 个 token。',
  "This pi can't leave anything out: that takes {version} or newer.":
    '此版本的 pi 无法省略内容：需要 {version} 或更高版本。',
  'Since the last request: {added} tokens more, {removed} fewer.':
    '自上次请求以来：增加 {added} 个 token，减少 {removed} 个。',
  'saves {saved} of {total} tokens; the next request pays {uncached} uncached':
    '节省 {total} 个 token 中的 {saved} 个；下次请求有 {uncached} 个不走缓存',
  'adds {added} to {total} tokens; the next request pays {uncached} uncached':
    '在 {total} 个 token 上增加 {added} 个；下次请求有 {uncached} 个不走缓存',
  '{words}, about {amount}': '{words}，约 {amount}',
  Section: '部分',
  'Prompt file': '提示词文件',
  Skill: '技能',
  'Your message': '你的消息',
  'Answer##of the model': '回答',
  'Tool result': '工具结果',
  'Message of an extension': '扩展的消息',
  'Summary of what was compacted': '压缩内容的摘要',
  'Summary of a branch': '分支的摘要',
  'left out': '已省略',
  shortened: '已缩短',
  'changes when this turn has ended': '本轮结束后更改',
  'was {before}, is {now} tokens': '原为 {before}，现为 {now} 个 token',
  'no longer sent': '不再发送',
  'Leave out': '省略',
  'With its results': '连同其结果',
  Shorten: '缩短',
  'Keeps only the beginning and the end of it': '只保留开头和结尾',
  Restore: '恢复',
  'what the model sees, tokens, leave out, prune, system prompt, compact':
    '模型看到的内容, token, 省略, 精简, 系统提示词, 压缩',
};
