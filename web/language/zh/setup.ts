// Signing in to providers, and MCP servers.
export const setup = {
  'API key': 'API 密钥',
  'API key of {name}': '{name} 的 API 密钥',
  'pi stores it in its auth.json on the machine that runs the panel, and nowhere else.':
    'pi 会将其存储在运行面板的计算机上的 auth.json 中，不会存到其他地方。',
  or: '或',
  'Sign in with {name}': '使用 {name} 登录',
  'pi finds the credentials of this provider by itself, such as those of a cloud’s own command line.':
    'pi 会自行查找此提供商的凭据，例如云服务命令行工具的凭据。',
  'Starting pi’s sign-in…': '正在启动 pi 的登录流程…',
  'The sign-in failed: {reason}': '登录失败：{reason}',
  'Open the page of the provider': '打开提供商的页面',
  'and enter this code there:': '并在那里输入此代码：',
  'Copy the code': '复制代码',
  'Waiting for the sign-in': '正在等待登录',
};
