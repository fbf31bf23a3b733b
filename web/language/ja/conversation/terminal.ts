// The region "Terminal".
import type { terminal as texts } from '../../zh/conversation/terminal.ts';

export const terminal: Record<keyof typeof texts, string> = {
  'Bash output appears here while a command runs. Start a message with {mark} to run a command yourself.':
    'コマンドの実行中、Bash の出力がここに表示されます。{mark} で始まるメッセージを送ると、自分でコマンドを実行できます。',
  'Restart pi without FORCE_COLOR and CLICOLOR_FORCE? The session continues.':
    'FORCE_COLOR と CLICOLOR_FORCE なしで pi を再起動しますか? セッションは継続します。',
  'Restart pi with FORCE_COLOR=1 and CLICOLOR_FORCE=1? The session continues. Many programs then print colors, and the model sees the escape codes too.':
    'FORCE_COLOR=1 と CLICOLOR_FORCE=1 を付けて pi を再起動しますか? セッションは継続します。多くのプログラムが色を出力するようになり、モデルにもエスケープコードが渡されます。',
  'Restart pi': 'pi を再起動',
  'ANSI colors': 'ANSI カラー',
  'ANSI colors: available while the agent is idle': 'ANSI カラー: エージェントの待機中のみ変更できます',
  'This run': 'この実行',
  'Show in chat': 'チャットで表示',
  'Copy output': '出力をコピー',
  'Clear view': '表示をクリア',
  'Full output': '全出力',
  Runs: '実行',
  'Filter runs': '実行を絞り込む',
  'Commands only': 'コマンドのみ',
  'Runs of this session': 'このセッションの実行',
  'No matching runs.': '一致する実行はありません。',
  'No commands yet.': 'コマンドはまだありません。',
  'Turn off “Commands only” to see {count} runs of other tools.':
    '「コマンドのみ」をオフにすると、ほかのツールの実行 {count} 件が表示されます。',
  'Runs from older parts of the session are not listed.': 'セッションの古い部分の実行は一覧にありません。',
  'Load older': 'さらに読み込む',
  'This run is no longer available, because its agent was closed or switched to another session.':
    'エージェントが閉じられたか、別のセッションに切り替わったため、この実行は利用できなくなりました。',
  'Loading the run …': '実行を読み込み中…',
  'Started {time}': '開始: {time}',
  'these lines of output': 'この出力行',
  '{count} new lines': '新しい行: {count}',
  'Follow output': '出力に追従',
  'Open link': 'リンクを開く',
  'Opens {host} in a new tab:': '新しいタブで {host} を開きます:',
  'Only the end of this output is left.': 'この出力は末尾だけが残っています。',
  'None of this output is left.': 'この出力は残っていません。',
  'Reconnecting. The output will continue where it stopped.':
    '再接続しています。出力は途切れたところから続きます。',
  'An earlier part, up to {size}.': '{size} までの以前の部分です。',
  'Back to the end': '末尾に戻る',
  'Lines wrap at {count} columns.': '行は {count} 桁で折り返されます。',
  'The last {left} of {written}. The rest was in a file from pi that no longer exists.':
    '{written} のうち最後の {left} です。残りを保存していた pi のファイルはなくなっています。',
  'Show earlier output': '以前の出力を表示',
  'cleared here': 'ここで画面が消去されました',
  'Later output has overwritten this match on the screen. The downloaded output has it.':
    '後の出力によって、この一致箇所は画面上で上書きされました。ダウンロードした出力には含まれます。',
  'Terminal output': 'ターミナルの出力',
  'Input of the shell': 'シェルの入力',
  'running##shell': '実行中',
  'exit code {code}##shell': '終了コード {code}',
  'ended by signal {signal}': 'シグナル {signal} で終了',
  'Keys of the shell': 'シェルのキー',
  Shells: 'シェル',
  'Find in shell': 'シェル内を検索',
  'New shell': '新しいシェル',
  'Close shell': 'シェルを閉じる',
  'Hide shells': 'シェルを隠す',
  '{program} is running in this shell. Close the shell and end it?':
    'このシェルで {program} が実行中です。シェルを閉じて終了しますか?',
  'The program runs each line as it is pasted. Paste {count} line?':
    'プログラムは貼り付けた行を 1 行ずつ実行します。{count} 行を貼り付けますか?',
  'The program runs each line as it is pasted. Paste {count} lines?':
    'プログラムは貼り付けた行を 1 行ずつ実行します。{count} 行を貼り付けますか?',
  Paste: '貼り付け',
  'A shell is a terminal of your own on the machine of the panel. It goes on when you close the page.':
    'シェルは、パネルが動いているマシン上の自分用のターミナルです。ページを閉じても動き続けます。',
  'unknown command': '不明なコマンド',
  'ended##shell': '終了',
  'exit {status}': '終了コード {status}',
  'Run again': 'もう一度実行',
  'Ask pi about this': 'pi に質問する',
  'Commands of the shell': 'シェルのコマンド',
  'Previous command': '前のコマンド',
  'Next command': '次のコマンド',
  'All commands': 'すべてのコマンド',
  'Show earlier commands': '以前のコマンドを表示',
  'Why did this command fail, and how can I fix it?':
    'このコマンドはなぜ失敗したのですか?どう直せばよいですか?',
  'The panel was restarted, which ended its shells.': 'パネルが再起動されたため、シェルは終了しました。',
  'No command yet. Shells go on when you close the page, and end with the panel.':
    'コマンドはまだありません。ページを閉じてもシェルは動き続け、パネルとともに終了します。',
  'Show one shell': '1 つのシェルだけ表示',
  Split: '分割',
  'Larger text': '文字を大きく',
  'Smaller text': '文字を小さく',
  'Name of the shell': 'シェルの名前',
  'the last command failed': '最後のコマンドが失敗',
  'This command is not on the screen.': 'このコマンドは画面にありません。',
};
