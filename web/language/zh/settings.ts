// The region "Settings".
export const settings = {
  Language: '语言',
  'The language of the page. What pi and the model say stays as it is.':
    '页面的语言。pi 和模型输出的内容保持原样。',
  'As the browser says': '跟随浏览器',
  'The texts of this language could not be loaded: {reason}': '无法加载该语言的文本：{reason}',
};
