// Messages that wait.
export const queue = {
  'after the compaction': '压缩结束后',
  'The message was delivered before you saved it. Your edited text is here.':
    '消息在你保存之前已送达。你编辑的文本在这里。',
  'Move to composer': '移到输入框',
  Returned: '已退回',
  'not delivered': '未送达',
  'not delivered, from “{session}”': '未送达，来自“{session}”',
  'not delivered, from another session': '未送达，来自另一个会话',
  'Send now': '立即发送',
  'Edit queue': '编辑队列',
  'Message text': '消息文本',
  'An extension queued it, and pi would return it without its images.':
    '此消息由扩展加入队列，pi 退回时会丢失其中的图片。',
  'It is being sent.': '正在发送。',
  "{pi} can't return queued messages: that takes {needed} or newer.":
    '{pi} 无法退回队列中的消息，需要 {needed} 或更高版本。',
  'not accepted': '未接受',
  'with the next message': '随下一条消息',
  'from an extension': '来自扩展',
  'until you send it': '等待你发送',
  'held by the panel': '由面板保留',
  'cannot be changed': '无法更改',
  'Change “{text}”': '更改“{text}”',
  'Earlier##in the queue': '前移',
  'Later##in the queue': '后移',
  'Change to {lane}': '改为{lane}',
  'Edit text': '编辑文本',
  "{command} is an extension command: it runs immediately and can't wait. Send it from the composer.":
    '{command} 是扩展命令，会立即运行，无法等待。请从输入框发送。',
  'The message was already delivered, unchanged.': '消息已按原样送达。',
  'Not sent: connect a model first.': '未发送：请先连接模型。',
  'Not sent: pi has no key for {provider}.': '未发送：pi 没有 {provider} 的密钥。',
  'Your message is still here.': '消息仍保留在这里。',
  'Set up a provider': '设置提供商',
  'An extension added text below your draft.': '扩展在你的草稿下方添加了文本。',
};
