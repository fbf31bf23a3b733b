// The help beside errors.
export const help = {
  Help: '帮助',
  'More help': '更多帮助',
  'The help could not be loaded, because the panel cannot be reached.': '无法连接到面板，因此无法加载帮助。',
};
