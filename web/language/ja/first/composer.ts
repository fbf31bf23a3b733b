// The composer: what is typed, attached and sent.
import type { composer as texts } from '../../zh/first/composer.ts';

export const composer: Record<keyof typeof texts, string> = {
  'Ask pi anything. / commands, @ files, ! shell': 'pi に何でも依頼。/ でコマンド、@ でファイル、! でシェル',
  'Steer the agent, or queue a follow-up': 'エージェントをステアリング、またはフォローアップをキューに追加',
  'Your shell': 'シェルで実行',
  'Your shell, not in context': 'シェルで実行 (コンテキストには含めない)',
  'Pasted: goes to the model as text': '貼り付け: テキストとしてモデルに送信',
  'Run it instead': '代わりに実行',
  'stopping…': '停止中…',
  'sending…': '送信中…',
  'Extension command: runs immediately': '拡張機能のコマンド: すぐに実行されます',
  'The running command': '実行中のコマンド',
  'The comments': 'コメント',
  'Send your message once the panel is back: it stays here.':
    'メッセージはここに残ります。パネルが復帰したら送信してください。',
  'The attachments': '添付',
  'The editor of the draft': '下書きのエディター',
  'The list': '一覧',
  Completions: '補完候補',
  'Attached texts': '添付テキスト',
  'Open and edit': '開いて編集',
  "{model} doesn't support images. They are left out, and the model is told so.":
    '{model} は画像に対応していません。画像は省略され、その旨がモデルに伝えられます。',
  'Show these lines': '該当の行を表示',
  'Edit comment on {title}': '「{title}」へのコメントを編集',
  'Remove comment on {title}': '「{title}」へのコメントを削除',
  'Files to attach': '添付するファイル',
  'Attach files': 'ファイルを添付',
  'Edit the message': 'メッセージを編集',
  'The message': 'メッセージ',
  'The attachments are too large to survive a reload.':
    '添付が大きすぎるため、ページを再読み込みすると失われます。',
  'Running command': '実行中のコマンド',
  'Cancel {command}': '{command} をキャンセル',
  'Esc had no effect on the command.': 'コマンドに Esc は効きませんでした。',
  "This command isn't waiting for input, and pi can't interrupt it. It will end on its own, or when you restart the agent.":
    'このコマンドは入力を待っていません。pi はコマンドを中断できないため、自然に終わるか、エージェントを再起動するまで続きます。',
  'Move into the message': 'メッセージに移す',
  'Reaches the agent after this turn’s tools': 'このターンのツール実行後にエージェントへ届きます',
  'Reaches the agent when the agent is done': 'エージェントの完了後に届きます',
  'pasted image': '貼り付けた画像',
  image: '画像',
  'The image': '画像',
  'This file': 'このファイル',
  'This text': 'このテキスト',
  'The comment on {title}': '「{title}」へのコメント',
  'Pasted {count} lines': '貼り付けた {count} 行',
  '{name} is too large for a message. Put it into the workspace and mention it with @.':
    '{name} はメッセージには大きすぎます。ワークスペースに置き、@ で参照してください。',
  '{name} cannot be read. A folder can be mentioned by its path. Type @, or drag it from Files.':
    '{name} を読み取れません。フォルダーはパスで参照できます。@ を入力するか、ファイル一覧からドラッグしてください。',
  '{name} is neither text nor a PNG, JPEG, GIF or WebP image. Put it into the workspace and mention it with @.':
    '{name} はテキストでも PNG、JPEG、GIF、WebP 画像でもありません。ワークスペースに置き、@ で参照してください。',
  '{name} is too large. The images in a message can be 8 MB in total.':
    '{name} は大きすぎます。1 つのメッセージの画像は合計 8 MB までです。',
  '{name} is too large. The texts in a message can be 960 kB in total.':
    '{name} は大きすぎます。1 つのメッセージのテキストは合計 960 kB までです。',
  '{name} cannot be read: it may be damaged.': '{name} を読み取れません。破損している可能性があります。',
  "{command} belongs to pi's terminal interface. Here: {instead}.":
    '{command} は pi のターミナル画面のコマンドです。ここでは: {instead}。',
  'run pi in a terminal for that': 'ターミナルで pi を実行してください',
  'close the tab': 'タブを閉じてください',
  '"Trust for this run" in the notice about the project; to trust it for good, run pi in a terminal':
    'プロジェクトの通知で「今回のみ信頼」を選択してください。常に信頼するには、ターミナルで pi を実行してください',
  'the event log shows what pi writes and reads': 'pi が読み書きする内容はイベントログに表示されます',
  "{command} isn't a command of pi or the panel, so it was sent as text.":
    '{command} は pi やパネルのコマンドではないため、テキストとして送信しました。',
  "The queued message wasn't sent. It is back here.":
    'キューにあったメッセージは送信されず、ここに戻されました。',
  "The {count} queued messages weren't sent. They are back here, one below the other.":
    'キューにあった {count} 件のメッセージは送信されず、順番にここへ戻されました。',
  'Files stay as they are.': 'ファイルは今のまま残ります。',
  'You are editing an earlier message. Later messages are kept as a branch.':
    '以前のメッセージを編集中です。その後の内容はブランチとして残ります。',
  "It couldn't be stopped: {reason}": '停止できませんでした: {reason}',
  "It couldn't be taken back: {reason}": '入力欄に戻せませんでした: {reason}',
  'If the panel was restarted, check the conversation first: the agent may have the message.':
    'パネルが再起動された場合は、先に会話を確認してください。エージェントがすでに受け取っている可能性があります。',
  'Send “{text}”': '「{text}」を送信',
  'What should pi do in {folder}?': '{folder} で pi に何をさせますか?',
  'Extension header': '拡張機能のヘッダー',
  'Extension footer': '拡張機能のフッター',
  'Widgets above': '上のウィジェット',
  'Widgets below': '下のウィジェット',
  'The conversation': '会話',
  'The queue': 'キュー',
  'Show {count} more lines': 'さらに {count} 行を表示',
  'no longer available': '利用できなくなりました',
  'could not be loaded': '読み込めませんでした',
  'Open image {number}': '画像 {number} を開く',
  'Image {number}': '画像 {number}',
  'Image {number}: {reason}': '画像 {number}: {reason}',
  'Ask pi anything': 'pi に何でも依頼',
  'Ask {model}': '{model} に依頼',
  'Steer or follow up': 'ステアリングまたはフォローアップ',
  'Also undo {count} files…': 'それ以降の {count} 個のファイルを元に戻す…',
  'Settings, Models: choose what pi cycles through': '設定 > モデル >「切り替えるモデル」',
  'Sessions: the button to import a file': 'セッション >「セッションファイルをインポート」',
};
