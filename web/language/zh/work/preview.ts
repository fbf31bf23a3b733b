// The preview of files and apps.
export const preview = {
  'Close the preview': '关闭预览',
  'localhost:5173, or an HTML file': 'localhost:5173，或一个 HTML 文件',
  'Only files of the workspace and apps on this machine can be shown: docs/index.html or localhost:5173.':
    '只能显示工作区的文件和本机上的应用：docs/index.html 或 localhost:5173。',
  'At this address of the panel, a preview has no storage and no cookies, and addresses that begin with / lead nowhere.':
    '在面板的这个地址下，预览没有存储和 Cookie，以 / 开头的地址无效。',
  'The preview was stopped, because it sent too many messages to this page.':
    '预览已停止，因为它向此页面发送了过多消息。',
  'The preview was stopped, because it kept taking the keyboard.': '预览已停止，因为它不断抢占键盘。',
  'Start it again': '重新启动',
  'Network on': '网络已开启',
  'Network off': '网络已关闭',
  'Allow network': '允许网络',
  'The file can then load from other servers, and send there what it reads in this workspace.':
    '该文件随后可以从其他服务器加载，并把它在此工作区读取的内容发送到那里。',
  Size: '大小',
  'All the room': '全部空间',
  Tablet: '平板',
  Phone: '手机',
  Console: '控制台',
  'no errors': '没有错误',
  '{count} errors': '{count} 个错误',
  '{count} warnings': '{count} 个警告',
  'Show messages': '显示消息',
  'Messages of the console': '控制台的消息',
  'No errors and no warnings.': '没有错误，也没有警告。',
  'Console of {name}': '{name} 的控制台',
  'browser, localhost, web page, HTML, dev server': '浏览器, 网页, 本地服务器, 开发服务器',
  'Show port {port} here': '在此显示端口 {port}',
  'Pick an element': '选取元素',
  'Let pi look at this preview': '允许 pi 查看此预览',
  'Open outside': '在外部打开',
  'Apps with a port:': '有端口的应用：',
  'Type the address of an app on this machine, or open an HTML file in the editor and choose “Open preview”.':
    '输入本机应用的地址，或在编辑器中打开 HTML 文件并选择“打开预览”。',
};
