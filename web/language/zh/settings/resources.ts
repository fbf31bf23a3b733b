// Packages, extensions, skills and prompts.
export const resources = {
  'Not installed': '未安装',
  'Update {name}': '更新 {name}',
  'Contains {resources}': '包含 {resources}',
  '{count} extensions': '{count} 个扩展',
  '{count} skills': '{count} 个技能',
  '{count} prompts': '{count} 个提示词',
  '{count} themes': '{count} 个主题',
  '{count} off': '{count} 个已关闭',
  'Packages add extensions, skills, prompts and themes. Extensions run with all your permissions, so install only what you trust.':
    '软件包提供扩展、技能、提示词和主题。扩展以你的全部权限运行，请只安装你信任的软件包。',
  'Install a package': '安装软件包',
  Package: '软件包',
  'npm:@scope/name, git:github.com/user/repo, or a folder':
    'npm:@scope/name、git:github.com/user/repo 或文件夹',
  Install: '安装',
  'Trust for this command': '仅为此命令信任',
  'This project is not trusted. To install a package for it, pi has to read the project’s own settings, which can name programs to run.':
    '此项目未受信任。要为它安装软件包，pi 必须读取项目自己的设置，而这些设置可以指定要运行的程序。',
  'This project is not trusted. To remove a package for it, pi has to read the project’s own settings, which can name programs to run.':
    '此项目未受信任。要为它移除软件包，pi 必须读取项目自己的设置，而这些设置可以指定要运行的程序。',
  'Trust for this command and install': '仅本次信任并安装',
  'Trust for this command and remove': '仅本次信任并移除',
  '{path} is broken, so the packages that it names are not listed.':
    '{path} 已损坏，因此未列出其中的软件包。',
  'No packages yet. {site} lists many.': '还没有软件包。{site} 上列出了许多软件包。',
  'Update all': '全部更新',
  'Open {name}': '打开 {name}',
  'Instructions for every agent': '给所有智能体的指令',
  'Replaces pi’s system prompt': '替换 pi 的系统提示词',
  'Added to the system prompt': '附加到系统提示词',
  'Only pi’s built-in prompt, because neither this project nor your home folder has an AGENTS.md.':
    '只有 pi 内置的提示词，因为此项目和你的主目录中都没有 AGENTS.md。',
  'Add to the system prompt': '添加到系统提示词',
  '{file} for this project': '此项目的 {file}',
  '{file} for all projects': '所有项目的 {file}',
  'lowercase-letters-and-hyphens': '小写字母和连字符',
  Description: '描述',
  'When to use it': '何时使用',
  Create: '创建',
  'Not used, because another one with the same name takes precedence.': '未使用，因为另一个同名项优先。',
  'The instructions that the model gets in addition to the conversation. Earlier ones take precedence.':
    '模型在对话之外收到的指令。靠前的优先。',
  'Back to the list': '返回列表',
  'Search skills and prompts': '搜索技能和提示词',
  'New skill': '新建技能',
  'No skills yet.': '还没有技能。',
  'Prompt templates': '提示词模板',
  'New prompt template': '新建提示词模板',
  'No prompt templates yet.': '还没有提示词模板。',
  'No extensions.': '没有扩展。',
  'Themes of the TUI': 'TUI 的主题',
  'No themes.': '没有主题。',
  'Part of pi': 'pi 自带',
  '{where} · from {package}': '{where} · 来自 {package}',
  'It belongs to {package}, whose next update would overwrite your changes.':
    '它属于 {package}，该软件包下次更新时会覆盖你的更改。',
};
