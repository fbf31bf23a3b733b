// The region "Agents".
export const agents = {
  'Open to answer': '打开以回答',
  'idle, interrupted': '空闲，已中断',
  'The agent is at work. Ending it stops its run.': '智能体正在工作。结束它会停止其运行。',
  'End it': '结束',
  'Open here': '在此处打开',
  End: '结束',
  'Actions of the agent': '智能体的操作',
  'Another agent works in this folder, too': '另一个智能体也在此文件夹中工作',
  'shared folder': '共用文件夹',
  'Agents by state': '按状态统计的智能体',
  'Start an agent in any folder': '在任意文件夹中启动智能体',
  'All agents': '所有智能体',
  'Each agent has its own folder and conversation. Start another one, and this list tells you what all of them do and which one waits for you.':
    '每个智能体都有自己的文件夹和对话。再启动一个，此列表就会显示它们各自在做什么，以及哪一个在等你处理。',
  'Path, such as ~/code/project': '路径，例如 ~/code/project',
  'The recent folders could not be listed: {reason}': '无法列出最近的文件夹：{reason}',
  Empty: '空',
  'Demo model: scripted, no key needed': '演示模型：按脚本运行，无需密钥',
  'Starting …': '正在启动…',
  Start: '启动',
  'Interrupted: the panel ended while it worked. Send a message to go on.':
    '已中断：面板在它工作时退出了。发送消息即可继续。',
  '{count} need you': '{count} 个需要你处理',
  'needs you': '需要你处理',
};
