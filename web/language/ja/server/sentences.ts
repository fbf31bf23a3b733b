// Sentences of the server whose parts differ: why it refuses a request, and its notices.
import type { sentences as texts } from '../../zh/server/sentences.ts';

export const sentences: Record<keyof typeof texts, string> = {
  '{path} does not exist.': '{path} は存在しません。',
  '{path} contains other files.': '{path} にはほかのファイルがあります。',
  '{path} has the same name on this disk.': '{path} はこのディスクでは同じ名前です。',
  'It is the same file as {path}.': '{path} と同じファイルです。',
  'Its content is in {path}, because its own path is taken.':
    '元のパスが使われているため、内容は {path} にあります。',
  'paths: {path} cannot be undone alone. {why}': 'paths: {path} だけを元に戻すことはできません。{why}',
  'paths: {path} and {other} were moved together: name both or neither.':
    'paths: {path} と {other} は一緒に移動されました。両方を指定するか、どちらも指定しないでください。',
  '{path} is not a folder.': '{path} はフォルダーではありません。',
  '{path} is a folder.': '{path} はフォルダーです。',
  '{path} is not a regular file.': '{path} は通常のファイルではありません。',
  '{path} is not accessible to the user who runs the panel.':
    'パネルを実行しているユーザーは {path} にアクセスできません。',
  '{path} is on a disk that is mounted read-only.':
    '{path} は読み取り専用でマウントされたディスクにあります。',
  '{path} already exists; nothing was saved.': '{path} はすでに存在します。何も保存していません。',
  '{path} is in use by another program.': '{path} は別のプログラムが使用中です。',
  '{path} already exists.': '{path} はすでに存在します。',
  '{path} already exists. Choose another name.': '{path} はすでに存在します。別の名前を選んでください。',
  '{path} could not be saved: the disk is full.': '{path} を保存できませんでした。ディスクがいっぱいです。',
  '{path} leads out of the workspace.': '{path} はワークスペースの外を指しています。',
  '{path} is a binary file and cannot be shown as text.':
    '{path} はバイナリファイルのため、テキストとして表示できません。',
  '{path} was not deleted. {reason}: deleting it cannot be undone.':
    '{path} は削除していません。{reason}ため、削除すると元に戻せません。',
  '{field}: there is no folder {folder}.': '{field}: フォルダー {folder} はありません。',
  '{field}: {folder} cannot be opened ({code}).': '{field}: {folder} を開けません ({code})。',
  '{field}: must be an absolute path.': '{field}: 絶対パスで指定してください。',
  'Files were changed since the plan was made. Review the plan again.':
    '計画の作成後にファイルが変更されました。もう一度計画を確認してください。',
  'A {what} is in progress in {folder}. Finish it first.':
    '{folder} で {what} が進行中です。先に完了してください。',
  '{folder} has repositories that this would replace: {files}. Move them out first.':
    '{folder} には、置き換えられてしまうリポジトリがあります: {files}。先に外へ移してください。',
  'The folder {folder} could not get another name: {reason}':
    'フォルダー {folder} の名前を変更できませんでした: {reason}',
  'The folder {folder} is gone, so pi cannot work in it. End the agent, or put the folder back.':
    'フォルダー {folder} がなくなったため、pi はそこで作業できません。エージェントを終了するか、フォルダーを元に戻してください。',
  '{folder} was changed since you looked at it. Nothing was removed; look at it again.':
    '{folder} は確認後に変更されました。何も削除していません。もう一度確認してください。',
  '{folder} is still being prepared. Stop its set-up, or wait until its agent has started.':
    '{folder} はまだ準備中です。準備を停止するか、エージェントが起動するまでお待ちください。',
  '{count} agents are running: end one first.':
    '{count} 個のエージェントが実行中です。先に 1 つ終了してください。',
  '{count} pages follow this agent: close some.':
    '{count} 個のページがこのエージェントを表示しています。いくつか閉じてください。',
  '“{title}” is still running. Wait for it, or stop it.':
    '「{title}」はまだ実行中です。完了を待つか、停止してください。',
  'Nothing was saved, because the file is broken. {where}':
    'ファイルが壊れているため、保存していません。{where}',
  '{path} was changed in the meantime. Compare both versions, then save again.':
    'その間に {path} が変更されました。両方の版を比較してから、もう一度保存してください。',
  '{file} cannot be read: {reason}': '{file} を読み取れません: {reason}',
  'This session cannot be shown, so nothing is sent to it: {reason}':
    'このセッションは表示できないため、何も送信されません: {reason}',
  '{file} could not be saved: {reason}': '{file} を保存できませんでした: {reason}',
  '{file} was not saved: {link} is a link that leads out of the project. Replace it with a file or folder of its own.':
    '{file} を保存しませんでした。{link} はプロジェクトの外へ出るリンクです。独立したファイルまたはフォルダーに置き換えてください。',
  'Line {line}, column {column}: {fault}': '{line} 行 {column} 列: {fault}',
  'pi could not be asked: {reason}': 'pi に問い合わせできませんでした: {reason}',
  'pi {version} does not give back queued messages: that takes pi {since} or newer.':
    'pi {version} はキューのメッセージを差し戻せません。pi {since} 以降が必要です。',
  'The agent did not answer {command}: {reason}': 'エージェントが {command} に応答しませんでした: {reason}',
  'The disk has not answered for {seconds} s: {what}': 'ディスクが {seconds} 秒間応答していません: {what}',
  'The session no longer has an entry {entry}. Reload the page.':
    'セッションに項目 {entry} はもうありません。ページを再読み込みしてください。',
  'Not a pi session: {file} does not begin with a session header.':
    'pi のセッションではありません。{file} の先頭がセッションヘッダーではありません。',
  '{count} devices get notifications. Remove one first.':
    '{count} 台のデバイスが通知を受け取っています。先に 1 台削除してください。',
  'The push service did not accept it: {reason}.': 'プッシュサービスが受け付けませんでした: {reason}。',
  'source, scope and since must be shorter than 1,000 characters.':
    'source、scope、since は 1,000 文字未満にしてください。',
  '{what}: the agent is running. Stop it or wait.':
    '{what}: エージェントが実行中です。停止するか、お待ちください。',
  '“{address}” is not an address: it has to begin with https:// or http://.':
    '「{address}」は有効なアドレスではありません。https:// または http:// で始まる必要があります。',
  'DNS: there is no server with the name {host}. Check the address, or the network.':
    'DNS: {host} という名前のサーバーが見つかりません。アドレスまたはネットワークを確認してください。',
  'Connection: nothing answers at {host}, port {port} ({reason}).':
    '接続: {host} のポート {port} から応答がありません ({reason})。',
  'TLS: the certificate of {host} is not accepted ({reason}).':
    'TLS: {host} の証明書を受け入れられません ({reason})。',

  // Outcomes of undos, and gaps in the recording.
  'Undone: line {from} of {path}.': '元に戻しました: {path} の {from} 行目。',
  'Undone: lines {from}–{to} of {path}.': '元に戻しました: {path} の {from}–{to} 行目。',
  'Redone: line {from} of {path}.': 'やり直しました: {path} の {from} 行目。',
  'Redone: lines {from}–{to} of {path}.': 'やり直しました: {path} の {from}–{to} 行目。',
  'Undone: {count} files.': '{count} 個のファイルの変更を元に戻しました。',
  'Redone: {count} files.': '{count} 個のファイルの変更をやり直しました。',
  'Undone only in part: {paths}.': '一部だけ元に戻しました: {paths}。',
  'Redone only in part: {paths}.': '一部だけやり直しました: {paths}。',
  'Undone, except for {paths}.': '元に戻しました。ただし、次のファイルはそのままです: {paths}。',
  'Redone, except for {paths}.': 'やり直しました。ただし、次のファイルはそのままです: {paths}。',
  'Nothing was undone. Left alone: {paths}.': '何も元に戻していません。変更していないファイル: {paths}。',
  'Nothing was redone. Left alone: {paths}.': '何もやり直していません。変更していないファイル: {paths}。',
  'The files were written, but this could not be recorded: {reason}':
    'ファイルは書き込まれましたが、この操作を記録できませんでした: {reason}',
  'The undo was not carried out: {reason}': '元に戻す操作は実行されませんでした: {reason}',
  'The model was not informed of the undo: {reason}':
    '元に戻したことをモデルに伝えられませんでした: {reason}',
  'The panel ended before it carried out an undo of {paths}. Nothing was undone; undo it again if you still want to.':
    '{paths} を元に戻す前にパネルが終了しました。何も元に戻していません。必要であれば、もう一度元に戻してください。',
  'The panel ended during an undo. Left alone: {paths}.':
    '元に戻している途中でパネルが終了しました。変更していないファイル: {paths}。',
  'The panel ended during a redo. Left alone: {paths}.':
    'やり直している途中でパネルが終了しました。変更していないファイル: {paths}。',
  '{path} has changed since the plan was made. Nothing was written; review the plan again.':
    '計画の作成後に {path} が変更されました。何も書き込んでいません。計画をもう一度確認してください。',
  'This conversation has no recorded change for the {what} {name}.':
    'この会話には、{what} {name} に対する変更の記録がありません。',
  'A command changed {count} more files than are recorded.':
    'コマンドが変更したファイルのうち {count} 個は記録されていません。',
  'Its content could not be stored ({code}).': '内容を保存できませんでした ({code})。',
  'It could not be read ({code}).': '読み取れませんでした ({code})。',
  'The system allows no more file watches ({code}): some changes that commands make are not recorded.':
    'システムがこれ以上のファイル監視を許可しません ({code})。コマンドによる変更の一部は記録されません。',
  'This workspace has more than {files} files or {folders} folders: changes that commands make to the others are not recorded.':
    'このワークスペースには {files} 個を超えるファイル、または {folders} 個を超えるフォルダーがあります。超えた分については、コマンドによる変更は記録されません。',
  'A part of this workspace cannot be read ({code}): changes that commands make there are not recorded.':
    'このワークスペースには読み取れない部分があります ({code})。そこでのコマンドによる変更は記録されません。',
  'Not recorded (names that are not UTF-8): {names}.': '記録されていません（UTF-8 ではない名前）: {names}。',
  'An editor saved it while a command of {duration} ran; it may be yours.':
    '{duration} のコマンドの実行中にエディターがこのファイルを保存しました。あなたの変更かもしれません。',
  'Found after a command of {duration} that does not name it; it may be yours.':
    'このファイルに触れていない {duration} のコマンドの後に見つかりました。あなたの変更かもしれません。',
  'It was written at different moments of a command of {duration}; a part may be yours.':
    '{duration} のコマンドの実行中に異なる時点で書き込まれました。一部はあなたの変更かもしれません。',
  'Found after a command of {duration}; it may be yours.':
    '{duration} のコマンドの後に見つかりました。あなたの変更かもしれません。',
  'A crash cut short a save of {path}, which was changed again since. The old and the new content are in {folder}.':
    'クラッシュにより {path} の保存が途中で切れ、その後ファイルがさらに変更されました。以前の内容と新しい内容は {folder} にあります。',
  'A save that a crash cut short could not be finished ({folder}): {reason}':
    'クラッシュで途中で切れた保存を完了できませんでした（{folder}）: {reason}',
  'Not shown (names that are not UTF-8): {names}.': '表示されていません（UTF-8 ではない名前）: {names}。',
  'Files whose names are not UTF-8 cannot be opened here: {count}.':
    '名前が UTF-8 ではないファイルはここでは開けません: {count} 個。',
  'Changes of files are not recorded: {reason}': 'ファイルの変更は記録されていません: {reason}',
  'The previous content of {count} files is not known.': '{count} 個のファイルの以前の内容が不明です。',
  '{path} has a second name on this disk (a hard link). Saving would separate them: the other keeps the old text. Nothing was saved.':
    '{path} にはこのディスク上に別名（ハードリンク）があります。保存すると切り離され、もう一方には古いテキストが残ります。保存していません。',
  '{path} has {count} other names on this disk (hard links). Saving would separate them: the others keep the old text. Nothing was saved.':
    '{path} にはこのディスク上に別名（ハードリンク）が {count} 個あります。保存すると切り離され、ほかの名前には古いテキストが残ります。保存していません。',
  '{path} cannot be replaced ({code}), only overwritten in place: a crash during the save would leave half of it. Nothing was saved.':
    '{path} は置き換えられず（{code}）、直接上書きするしかありません。保存中にクラッシュするとファイルが途中までになります。保存していません。',
  '{path} could not be saved: the disk quota is used up.':
    '{path} を保存できませんでした: ディスククォータを使い切っています。',
  '{path} could not be saved: the file size limit of this process is reached.':
    '{path} を保存できませんでした: このプロセスのファイルサイズ上限に達しています。',
  '{path} is a link to nothing or to itself.': '{path} は、存在しないものまたは自分自身へのリンクです。',
  '{path} has a name that is too long.': '{path} は名前が長すぎます。',
  '{path} is on a different disk from its new place, so it has to be copied in a terminal.':
    '{path} は移動先と別のディスクにあるため、ターミナルでコピーしてください。',
  'to: {path} cannot be moved to itself.': '{path} をそれ自身の中へは移動できません。',
  'Nothing was saved: “{name}” in this file is not an object.':
    '保存していません: このファイルの「{name}」はオブジェクトではありません。',
  '{path}: more than 2 MB is not saved.': '{path}: 2 MB を超えるため保存できません。',
  '{path} is no longer broken.': '{path} はもう壊れていません。',
  'url: paste the whole address that the browser was sent to.':
    'ブラウザーの移動先のアドレス全体を貼り付けてください。',
  'url: paste the whole address that the browser was sent to, which begins with {address}.':
    'ブラウザーの移動先のアドレス全体（{address} で始まるもの）を貼り付けてください。',
  'name: there is a file {path} already.': 'ファイル {path} は既に存在します。',
  'The settings do not name {package}: reload the page.':
    '設定に {package} がありません。ページを再読み込みしてください。',
  'session: its file is of an old format. Open it once, then name it.':
    'このセッションのファイルは古い形式です。一度開いてから名前を付けてください。',
  'The file in which pi keeps this output was cut short.':
    'pi がこの出力を保存しているファイルは切り詰められました。',
  'The file in which pi keeps this output was replaced.':
    'pi がこの出力を保存しているファイルは置き換えられました。',
  'The file in which pi keeps this output no longer exists.':
    'pi がこの出力を保存していたファイルはもうありません。',
  '{count} searches are running: wait for one of them.':
    '{count} 件の検索を実行中です。どれかが終わるまでお待ちください。',
  'This image is no longer kept: open the session again.':
    'この画像はもう保持されていません。セッションを開き直してください。',
  '{path} has changed since you reviewed it. Nothing was staged; review it again.':
    '{path} はレビュー後に変更されました。ステージしていません。もう一度レビューしてください。',
  'pi cannot be started in {folder}: it would wait without an end for {file}, which is not a file.':
    '{folder} では pi を起動できません: ファイルではない {file} を際限なく待つことになります。',
  'The content before the change is not known, or there was no file.':
    '変更前の内容が不明か、ファイルがありませんでした。',
  'The content after the change is not known, or there was no file.':
    '変更後の内容が不明か、ファイルがありませんでした。',
  'The session file has no message {key} of the user.':
    'セッションファイルにユーザーのメッセージ {key} がありません。',
  'The session has no entry {id} that could be shown.':
    'セッションに表示できるエントリー {id} がありません。',
  'The agent does not give back its queue: {reason}': 'エージェントがキューを返しません: {reason}',
  'The agent did not report its state: {reason}': 'エージェントが状態を返しませんでした: {reason}',
  'pi {version} cannot keep a command from the model: that takes pi {first} or newer.':
    'pi {version} はコマンドをモデルから隠せません。pi {first} 以降が必要です。',
  'pi {version} has no {command}: that takes pi {first} or newer.':
    'pi {version} には {command} がありません。pi {first} 以降が必要です。',
  'No candidate changed {path}.': '{path} を変更した候補はありません。',
  'There is no tool run {id}.': 'ツールの実行 {id} はありません。',
  'files: must be at most {count} characters long.': 'ファイルの絞り込みは {count} 文字までです。',
  'files: must be at most {count} patterns.': 'ファイルの絞り込みはパターン {count} 個までです。',
  'query: must be at most {count} characters long.': '検索する文字列は {count} 文字までです。',
  '{folder} has work that is not safe elsewhere: confirm with “{name}”.':
    '{folder} にはほかに保存されていない作業があります。「{name}」と入力して確認してください。',
  'pi mcp list: {error}': 'pi mcp list: {error}',
  'It was deleted only in part, and that part could not be put back: {reason}. A complete copy is in {path}.':
    '一部しか削除されず、その部分を元に戻せませんでした: {reason}。完全なコピーは {path} にあります。',
  'The agent was ended by {signal}.': 'エージェントは {signal} により終了しました。',
  'The agent ended with exit code {code}.': 'エージェントは終了コード {code} で終了しました。',

  // Notices about budgets, sessions, the workspace and extensions.
  '{who} has reached its budget of {amount}.': '{who}は {amount} の予算に達しました。',
  '{who} has reached its budget of {count} tokens.': '{who}は {count} トークンの予算に達しました。',
  '{who} has used {share} % of its budget of {amount}.': '{who}は {amount} の予算の {share}% を使いました。',
  '{who} has used {share} % of its budget of {count} tokens.':
    '{who}は {count} トークンの予算の {share}% を使いました。',
  '{reason} The agent stops at the end of this turn. To let it continue, click the cost below the message box.':
    '{reason}エージェントはこのターンの終わりに停止します。続行させるには、入力欄の下のコストをクリックしてください。',
  'The prompt was not sent: {reason}': 'プロンプトは送信されませんでした: {reason}',
  'The prompt was not sent, because of the model: {reason}':
    'モデルが原因で、プロンプトは送信されませんでした: {reason}',
  'Raise {setting} to see them immediately.': 'すぐに反映するには、{setting} を大きくしてください。',
  'Changes made outside the panel are noticed late ({code}). {reason}':
    'パネルの外での変更に気づくのが遅れます ({code})。{reason}',
  'Queued messages would be lost if this panel ended: {reason}':
    'このパネルが終了すると、キューのメッセージは失われます: {reason}',
  "{extension} asks for {list}. Only pi's TUI supports that.":
    '{extension} は{list}を求めています。対応しているのは pi の TUI だけです。',
  '{who} failed to listen to a key: {error}': 'キー入力を処理できませんでした ({who}): {error}',
  '{who} cannot draw its {kind}: {error}': '{kind} を描画できません ({who}): {error}',
  '{who} cannot draw: {count} drawings are open already.':
    '描画できません ({who})。すでに {count} 件の描画が開いています。',
  'What extensions draw is not shown: this pi has no {part} that the panel knows.':
    '拡張機能が描画する内容は表示されません。このバージョンの pi には、パネルが扱える {part} がありません。',
  '{count} dialogs of extensions are open. Further ones are cancelled until you answer some.':
    '拡張機能のダイアログが {count} 個開いています。いくつかに答えるまで、それ以上のダイアログは取り消されます。',
  'Extensions set more than {count} statuses. The page shows the newest ones.':
    '拡張機能が {count} 個を超えるステータスを設定しました。ページには新しいものだけが表示されます。',
  'Extensions set more than {count} widgets. The page shows the newest ones.':
    '拡張機能が {count} 個を超えるウィジェットを設定しました。ページには新しいものだけが表示されます。',
  'An extension sent the panel a report that it cannot read ({type}).':
    '拡張機能が、パネルで読み取れない報告を送りました ({type})。',
  '“{title}” was not answered in time: pi assumed No.':
    '「{title}」は時間内に回答されませんでした: pi は「いいえ」として扱いました。',
  '“{title}” was not answered in time: pi continued without an answer.':
    '「{title}」は時間内に回答されませんでした: pi は回答なしで続行しました。',
  '{who} withdrew “{title}”: pi assumed No.':
    '{who} が「{title}」を取り下げました: pi は「いいえ」として扱いました。',
  '{who} withdrew “{title}”: pi continued without an answer.':
    '{who} が「{title}」を取り下げました: pi は回答なしで続行しました。',
  'Still running, because the panel may not end what belongs to another user: {programs}.':
    '次のプログラムはほかのユーザーのものでパネルから終了できないため、まだ実行中です: {programs}。',
  'This session used the model {from} until now. pi continues it with {to}.':
    'このセッションはこれまでモデル {from} を使っていました。pi は {to} で続けます。',
  'This session used the model {from} until now. pi has no model for it: choose one.':
    'このセッションはこれまでモデル {from} を使っていました。pi に使えるモデルがありません。選んでください。',
  'The model {model} has no price, so a budget in dollars does not hold for it. This session has used {count} tokens: set a budget in tokens.':
    'モデル {model} には価格がないため、ドルの予算は効きません。このセッションは {count} トークンを使いました。トークン数の予算を設定してください。',
  '{command} in {folder} was ended with its agent.':
    '{folder} での {command} は、エージェントとともに終了しました。',
  '{path} has {size} MiB; up to 10 MiB can be opened or saved.':
    '{path} は {size} MiB です。開いたり保存したりできるのは 10 MiB までです。',
  "An extension handled “{text}”, so it isn't in the conversation.":
    '拡張機能が「{text}」を処理したため、会話には含まれません。',
  'An extension copied a text while no page was open, so it is not in your clipboard.':
    '拡張機能がページを開いていないときにテキストをコピーしたため、クリップボードには入っていません。',
  '{names} have the same shortcut {key}: that of {winner} is used.':
    '{names} のショートカット {key} が同じです。{winner} のものが使われます。',
  'Nothing in this shell listens on port {port}.': 'シェルにポート {port} はありません。',
  'This panel was started with --no-shell, so it opens no shell.':
    'このパネルは --no-shell で起動されたため、シェルを開きません。',
  'This command is no longer kept.': 'このコマンドはもう保持されていません。',
  '{count} images were pasted into this shell. Open another one.':
    'このシェルには {count} 枚の画像が貼り付けられています。別のシェルを開いてください。',
  'This shell no longer exists: it was closed, or the panel was restarted.':
    'このシェルはもう存在しません。閉じられたか、パネルが再起動されました。',
  '{count} shells are open. Close one first.': '{count} 個のシェルが開いています。先に 1 つ閉じてください。',
  "No shell can be opened on this system ({system}): {reason}. The package @lydell/node-pty is needed for it; install the panel's packages again.":
    'このシステム（{system}）ではシェルを開けません: {reason}。パッケージ @lydell/node-pty が必要です。パネルのパッケージを再インストールしてください。',
  'Language servers start only in folders that you trust.':
    '言語サーバーは、信頼したフォルダーでのみ起動します。',
  'it did not answer within {seconds} s': '{seconds} 秒以内に応答がありませんでした',
  'it did not answer {count} times in a row': '{count} 回続けて応答がありませんでした',
  'it sent more than the panel can read': 'パネルが読み取れる量を超えて送信しました',
  'it sent a message that is not JSON': 'JSON ではないメッセージを送信しました',
  'it printed text that is not part of the protocol': 'プロトコルにないテキストを出力しました',
  'it does not read what it is sent': '送られた内容を読み取りません',
  'it ended with {how}: {words}': '終了しました（{how}）: {words}',
  'it ended with {how}': '終了しました（{how}）',
  'server: it is not used any more.': 'server: もう使われていません。',
  '{count} pages use the languages of this folder: close some.':
    'このフォルダーの言語サーバーを {count} 個のページが使用しています。いくつか閉じてください。',
  'The folder {folder} cannot be opened ({code}).': 'フォルダー {folder} を開けません（{code}）。',
  '{command} was stopped.': '{command} を停止しました。',
  'An agent is working in this folder, and its files would change: {names}. Nothing was changed.':
    'このフォルダーでエージェントが作業中のため、ファイルが変更されてしまいます: {names}。何も変更していません。',
  'The session is to be shared at Radius, and you are not signed in there: use /login.':
    'セッションは Radius で共有する設定ですが、サインインしていません: /login を使ってください。',
  'A session is shared as a gist by the GitHub CLI (gh), which is not installed: https://cli.github.com':
    'セッションは GitHub CLI（gh）で gist として共有しますが、インストールされていません: https://cli.github.com',
  'The GitHub CLI is not signed in: run gh auth login. It says: {said}':
    'GitHub CLI がサインインしていません: gh auth login を実行してください。表示: {said}',
  'The GitHub CLI did not end within two minutes. Look for the gist at GitHub.':
    'GitHub CLI が 2 分以内に終わりませんでした。GitHub で gist を確認してください。',
  'The gist was not created: {why}': 'gist を作成できませんでした: {why}',
  'The gist was created, but gh did not name its address. Look for it at GitHub.':
    'gist は作成されましたが、gh がアドレスを示しませんでした。GitHub で確認してください。',
  'You are not signed in to Radius any more: use /login.':
    'Radius からサインアウトしています: /login を使ってください。',
  'Radius did not take the session: {why}': 'Radius がセッションを受け取りませんでした: {why}',
  'The report was not uploaded: {why}': '報告をアップロードできませんでした: {why}',
  'There is no model that could write a summary.': '要約を書けるモデルがありません。',
  'This pi has no bug reports that the panel can make: that takes pi 0.86 or newer, installed by npm. Newer ones can do it in a terminal: type /bug there.':
    'この pi ではパネルから不具合を報告できません: npm でインストールした pi 0.86 以降が必要です。新しい pi ではターミナルで /bug を使えます。',
  'pi is offline (PI_OFFLINE), so nothing is uploaded. Download the zip file instead.':
    'pi はオフラインです（PI_OFFLINE）。アップロードしないので、代わりに zip ファイルをダウンロードしてください。',
  'No running language server knows symbols. Open a file to start one.':
    'シンボルを扱える言語サーバーが動いていません。ファイルを開くと起動します。',
  "{name} didn't answer.": '{name} は応答しませんでした。',
};
