// The suggestions of an empty conversation.
import type { start as texts } from '../../zh/first/start.ts';

export const start: Record<keyof typeof texts, string> = {
  'Recent sessions': '最近のセッション',
  'All sessions': 'すべてのセッション',
  Suggestions: '提案',
  'The demo model follows a script. Its costs are made up.':
    'デモモデルはスクリプトで動作します。コストは架空のものです。',
  'Set up a small TypeScript project with a test that passes':
    '合格するテスト付きの小さな TypeScript プロジェクトを作成して',
  'Write a Python script that ': '次のことをする Python スクリプトを書いて: ',
  'Make a web page that ': '次のことをする Web ページを作って: ',
  'Explain how this project is structured and where to start reading':
    'このプロジェクトの構成と、どこから読み始めるとよいかを説明して',
  'Run the tests and fix what fails': 'テストを実行して、失敗したものを直して',
  'Review the changes that are not committed yet': 'まだコミットしていない変更をレビューして',
  'Find outdated claims in the README': 'README の中で、もう正しくない記述を探して',
  'Write a README for this project': 'このプロジェクトの README を書いて',
  'Find the oldest TODO in the code and do it': 'コードの中で最も古い TODO を見つけて対応して',

  // The words of the demo model, which server/demo/texts has as well.
  'tour##demo': 'ツアー',
  'ask##demo': '質問',
  'fail##demo': '失敗',
  'long##demo': '長文',
  'slow##demo': 'ゆっくり',
  'error##demo': 'エラー',
};
