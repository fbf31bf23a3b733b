// Notifications: their settings and their texts.
export const notifications = {
  'What’s new': '新增功能',
  'The agent of that page has ended.': '该页面的智能体已结束。',
  "The session of this address can't be shown.": '无法显示此地址中的会话。',
  'pi {version} is newer than {tested}, the newest with which this panel was tested.':
    'pi {version} 比本面板测试过的最新版本 {tested} 更新。',
  'The panel was updated to {version}.': '面板已更新到 {version}。',
  'When any agent waits, fails or finishes after more than a minute while this page is out of sight':
    '此页面不可见时，如果有智能体等待你处理、出错或在运行超过一分钟后完成，则发送通知',
  'Screen reader': '屏幕阅读器',
  'What the page announces about the work of the agent. Failures and questions are always announced.':
    '页面会播报智能体工作的哪些内容。失败和提问始终会播报。',
  'Answers and tools': '回答和工具',
  'Only announce that an answer arrived': '仅播报已有回答',
  Sounds: '声音',
  'Played in this browser while the page is open. You hear a sound when you turn it on.':
    '仅在此浏览器中、页面打开时播放。开启时会试听。',
  'An agent waits for you': '智能体等待你处理',
  'An agent failed': '智能体出错',
  'An agent finished after more than a minute': '智能体运行超过一分钟后完成',
  Finished: '已完成',
  'Push notifications': '推送通知',
  "Sent to this browser and to phones, even when the panel isn't open, but not while you are looking at it. They are encrypted for the device and delivered by the push service of its browser.":
    '即使没有打开面板，也会发送到此浏览器和手机；正在查看面板时不会发送。通知针对各设备加密，并通过其浏览器的推送服务送达。',
  'Turn on here': '在此开启',
  Devices: '设备',
  'this browser': '此浏览器',
  'nothing sent yet': '尚未发送',
  'last sent {time}': '上次发送：{time}',
  'Send a test': '发送测试通知',
  'Notifications for {device}': '发送到 {device} 的通知',
  'Include the session name and its question or last message': '显示会话名称及其问题或最后一条消息',
  'This browser allows them only on a page over TLS, or on the machine that runs the panel.':
    '此浏览器只允许在通过 TLS 访问的页面上或面板所在的机器上使用通知。',
  "The service worker couldn't be installed: {reason}": '无法安装 Service Worker：{reason}',
  "This browser doesn't support push notifications. On an iPhone, install the panel on the home screen first.":
    '此浏览器不支持推送通知。在 iPhone 上，请先将面板添加到主屏幕。',
  "The service worker isn't ready yet.": 'Service Worker 尚未就绪。',
  "The browser didn't allow notifications.": '浏览器未允许通知。',
  'An extension copied {count} character to your clipboard.': '扩展已将 {count} 个字符复制到你的剪贴板。',
  'An extension copied {count} characters to your clipboard.': '扩展已将 {count} 个字符复制到你的剪贴板。',
  'An extension wants to copy a text. The browser copies it only if you say so.':
    '扩展想复制一段文本。浏览器需要你确认后才会复制。',
  'The browser refused to copy the text.': '浏览器拒绝复制该文本。',
  Success: '成功',
};
