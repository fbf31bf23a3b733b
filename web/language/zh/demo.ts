// The words of the demo model, which server/demo/texts has as well.
export const demo = {
  'tour##demo': '导览',
  'ask##demo': '提问',
  'fail##demo': '失败',
  'long##demo': '长文',
  'slow##demo': '缓慢',
  'error##demo': '错误',
};
