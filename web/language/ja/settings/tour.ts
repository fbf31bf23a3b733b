// The guided tour of the page.
export const tour = {
  '{n} of {total}': '{n} / {total}',
  'End the tour': 'ツアーを終了',
  'Ask here': 'ここで依頼する',
  'Write what pi should do and press Enter. Type / for commands, @ for files and ! for your own shell. While pi works, a message steers it or waits in the queue.':
    'pi に依頼する内容を入力して Enter キーを押します。/ でコマンド、@ でファイルを選択でき、! で始めると自分のシェルでコマンドを実行できます。pi の作業中に送ったメッセージは、ステアリングに使われるか、キューで待機します。',
  'The model, how long it thinks, and how full its context is. You can change the model at any time, also in the middle of a session.':
    'モデル、思考レベル、コンテキストの使用量が表示されます。モデルはセッションの途中でもいつでも変更できます。',
  'Run several agents': '複数のエージェントを実行する',
  'Each agent works in its own folder or git worktree. The number shows how many need you, and you can answer their questions from any of them.':
    '各エージェントは、それぞれのフォルダーまたは git ワークツリーで作業します。数字は対応が必要なエージェントの数です。質問には、どのエージェントの画面からでも回答できます。',
  'Review what changed': '変更をレビューする',
  'Every file that pi changed, turn by turn. Keep, undo or comment on a file, a hunk or a line; every undo can be redone.':
    'pi が変更したファイルがターンごとに表示されます。ファイル、変更箇所、行ごとに、残したり、元に戻したり、コメントを付けたりできます。元に戻した変更は、いつでもやり直せます。',
  'Watch the commands': 'コマンドの実行を見る',
  'The terminal shows all output of each command while it runs, and finds any line of it later.':
    'ターミナルには、実行中のコマンドの出力がすべて表示されます。後からどの行でも検索できます。',
  'Find everything else': 'その他の機能を探す',
  'Every action, setting, file and session is in the command palette, and so is this tour. The ? key lists all keyboard shortcuts.':
    'すべての操作、設定、ファイル、セッションはコマンドパレットから開けます。このツアーもそこから開けます。? キーを押すと、すべてのキーボードショートカットが表示されます。',
};
