// The pickers below the composer, what the context holds, and the search in the conversation.
export const controls = {
  'Nothing is spent between runs.': '两次运行之间不产生费用。',
  'Session cost': '会话费用',
  'Tokens in': '输入 token',
  'Tokens out': '输出 token',
  'From the cache': '来自缓存',
  'The conversation is being compacted.': '正在压缩对话。',
  'Stop compacting': '停止压缩',
  'Compact: replace the conversation so far with a summary for the model':
    '压缩：发送给模型时，用摘要代替此前的对话',
  'What the summary should keep (optional)': '摘要应保留的内容（可选）',
  'This stops the run.': '这会停止当前运行。',
  'The page still shows everything.': '页面上仍会显示全部内容。',
  'pi also compacts automatically when the context is nearly full.': '上下文将满时，pi 也会自动压缩。',
  'Cost {amount}': '费用 {amount}',
  'pi has no credentials for any model.': 'pi 没有任何模型的凭据。',
  "The models couldn't be listed: {reason}": '无法列出模型：{reason}',
  'pi writes this into your settings.json.': 'pi 会将此设置写入你的 settings.json。',
  'until the next answer': '直到下一次回答',
  'usage of {size} tokens unknown until the next answer': '共 {size} token，已用量在下一次回答前未知',
  'about {used} of {size} tokens, {percent} %, estimated until the next answer':
    '约 {used}/{size} token，{percent}%，下一次回答前为估计值',
  '{used} of {size} tokens, {percent} %': '{used}/{size} token，{percent}%',
  'Find in this conversation': '在此对话中查找',
  'The search': '搜索',
};
