// The region "Terminal".
export const terminal = {
  'Bash output appears here while a command runs. Start a message with {mark} to run a command yourself.':
    '命令运行时，Bash 输出会显示在这里。以 {mark} 开头的消息会直接运行命令。',
};
