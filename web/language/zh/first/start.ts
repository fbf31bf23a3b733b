// The suggestions of an empty conversation.
export const start = {
  'Recent sessions': '最近的会话',
  'All sessions': '所有会话',
  Suggestions: '建议',
  'The demo model follows a script. Its costs are made up.': '演示模型按脚本运行，费用是虚构的。',
  'Set up a small TypeScript project with a test that passes':
    '创建一个小型 TypeScript 项目，并带有一个能通过的测试',
  'Write a Python script that ': '编写一个 Python 脚本，用于',
  'Make a web page that ': '制作一个网页，用于',
  'Explain how this project is structured and where to start reading':
    '说明此项目的结构，以及应该从哪里开始阅读',
  'Run the tests and fix what fails': '运行测试并修复失败的部分',
  'Review the changes that are not committed yet': '审阅尚未提交的更改',
  'Find outdated claims in the README': '找出 README 中已经过时的内容',
  'Write a README for this project': '为此项目编写 README',
  'Find the oldest TODO in the code and do it': '找到代码中最早的 TODO 并完成它',

  // The words of the demo model, which server/demo/texts has as well.
  'tour##demo': '导览',
  'ask##demo': '提问',
  'fail##demo': '失败',
  'long##demo': '长文',
  'slow##demo': '缓慢',
  'error##demo': '错误',
};
