// The help beside errors.
export const help = {
  Help: '帮助',
  'More help': '更多帮助',
  "The help couldn't be loaded, because the panel can't be reached.": '无法连接到面板，因此无法加载帮助。',
};
