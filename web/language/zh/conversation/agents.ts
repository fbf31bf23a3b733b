// The region "Agents".
export const agents = {
  'Open to answer': '打开以回答',
  'idle, interrupted': '空闲，已中断',
  'The agent is running. Ending it stops the run.': '智能体正在运行。结束智能体会停止本次运行。',
  'End it': '结束',
  'Open here': '在此处打开',
  'Agent actions': '智能体的操作',
  'Another agent is working in this folder, too': '另一个智能体也在此文件夹中工作',
  'shared folder': '共用文件夹',
  'Agents by state': '按状态统计的智能体',
  'Start an agent in any folder': '在任意文件夹中启动智能体',
  'All agents': '所有智能体',
  'Each agent has its own folder and conversation. Start another one, and this list shows what each of them is doing and which one is waiting for you.':
    '每个智能体都有自己的文件夹和对话。再启动一个，此列表就会显示各个智能体在做什么，以及哪一个在等你处理。',
  'Path, such as ~/code/project': '路径，例如 ~/code/project',
  "The recent folders couldn't be listed: {reason}": '无法列出最近的文件夹：{reason}',
  Empty: '空',
  'First message': '第一条消息',
  'What should it do? You can also tell it later.': '智能体应该做什么？也可以稍后再说。',
  'Demo model: scripted, no key needed': '演示模型：按脚本运行，无需密钥',
  Starting: '正在启动',
  'Thinking##activity': '思考中',
  Answering: '回答中',
  'Compacting the conversation': '正在压缩对话',
  'Retrying: {reason}': '正在重试：{reason}',
  'The project contains extensions or settings that are not trusted yet': '此项目包含尚未信任的扩展或设置',
  'Starting…': '正在启动…',
  Start: '启动',
  'Sub-agents of {name}': '{name} 的子智能体',
  'Waits for an answer:': '等待回答：',
  'waits for an answer': '等待回答',
  'Earlier messages are not shown here.': '此处不显示更早的消息。',
  'Message to {name}': '发给 {name} 的消息',
  'Steer {name}': '引导 {name}',
  'Stop {name}': '停止 {name}',
  'Sent: {text}': '已发送：{text}',
  'Interrupted. Send a message to continue.': '已中断。发送消息即可继续。',
  '{count} need you': '{count} 个需要你处理',

  // The address book below the agents.
  'Other panels': '其他面板',
  'Link or address of another panel': '另一个面板的链接或地址',
  'Add and open': '添加并打开',
  'Remove {name} from the list': '从列表中移除 {name}',
  'It opens in a new tab. Its address is kept in this browser, its token only on its own page.':
    '它会在新标签页中打开。此浏览器只保存其地址，令牌只保存在该面板自己的页面中。',
  'This is not the address of a panel, such as https://box.example/':
    '这不是面板的地址。面板的地址类似 https://box.example/',
  'The browser’s storage is full, so the list is lost when this page is closed.':
    '浏览器的存储空间已满，关闭此页面后列表会丢失。',
  'To see its agents here, start this panel with --other-panel {other} and that one with --other-panel {own}.':
    '要在这里查看该面板的智能体，请用 --other-panel {other} 启动此面板，并用 --other-panel {own} 启动那个面板。',
  "This panel is unreachable, or wasn't started with --other-panel {own}.":
    '无法连接到该面板，或者它启动时没有使用 --other-panel {own}。',
  'This panel no longer accepts its status link. Add a new one.':
    '该面板不再接受此状态链接，请添加新的链接。',
  'Agents of {name}': '{name} 的智能体',
  'No agents': '没有智能体',
  'For other panels: the status link of this one. It shows the state of its agents and gives no access.':
    '此面板的状态链接，供其他面板使用。它只显示智能体的状态，不提供访问权限。',
  'Copy status link': '复制状态链接',
  'Close without an answer': '不回答，直接关闭',
};
