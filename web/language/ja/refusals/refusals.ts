// Why the server refuses a request, where the sentence has no parts.
import type { refusals as texts } from '../../zh/refusals/refusals.ts';

export const refusals: Record<keyof typeof texts, string> = {
  'The agent does not read its input. Wait, or restart it.':
    'エージェントが入力を読み取っていません。しばらく待つか、再起動してください。',
  'An extension is shutting the agent down. Restart it afterwards.':
    '拡張機能がエージェントを終了しています。終了後に再起動してください。',
  'The agent is not running: restart it.': 'エージェントは実行されていません。再起動してください。',
  'The agent is running. Forget the recorded changes when it is idle.':
    'エージェントは実行中です。変更の記録は待機中に削除してください。',
  'The agent ended on its own.': 'エージェントは自ら終了しました。',
  'The panel was restarted while this command ran, so its answer is lost. See whether it was carried out.':
    'このコマンドの実行中にパネルが再起動されたため、結果は失われました。実行されたかどうかを確認してください。',
  'The agent ended while it ran.': 'コマンドの実行中にエージェントが終了しました。',
  'The agent was ended by {signal}.': 'エージェントは {signal} により終了しました。',
  'The agent ended with exit code {code}.': 'エージェントは終了コード {code} で終了しました。',
  'It was not ready yet.': 'まだ準備ができていませんでした。',
  'The extension {file} needs the module {module}, which is not installed.':
    '拡張機能 {file} に必要なモジュール {module} がインストールされていません。',
  'The extension {file} did not load.': '拡張機能 {file} を読み込めませんでした。',
  'Switch off {name} and restart': '{name} をオフにして再起動',
  'It could not be switched off: {reason}': 'オフにできませんでした：{reason}',
  'Its installation is not complete.': 'インストールが完了していません。',
  'It needs Node 22.19 or newer.': 'Node 22.19 以降が必要です。',
  'The system refused access to {path}.': '{path} へのアクセスはシステムに拒否されました。',
  'The agent that asked has ended.': '質問したエージェントは終了しました。',
  'The browser of this device has ended its subscription.': 'このデバイスのブラウザーは購読を終了しました。',
  'The file is not a session: its first line is not a header.':
    'このファイルはセッションではありません。先頭行がヘッダーではありません。',
  'The folder must be an absolute path.': 'フォルダーは絶対パスで指定してください。',
  'The message is on its way to the agent. Try again.':
    'メッセージはエージェントに送信中です。もう一度お試しください。',
  'The panel does not record changes in this workspace.':
    'パネルはこのワークスペースの変更を記録していません。',
  'pi has not opened a session yet.': 'pi はまだセッションを開いていません。',
  'No remote of this repository leads to a host of pull requests.':
    'このリポジトリのリモートは、プルリクエストのあるホストを指していません。',
  'The current branch is not on the host yet. Push it first.':
    '現在のブランチはまだホストにありません。先にプッシュしてください。',
  'tea cannot answer a comment on a line. Open the page of the pull request.':
    'tea は行へのコメントに返信できません。プルリクエストのページを開いてください。',
  'The host no longer has this comment. Refresh.': 'このコメントはホストにもうありません。更新してください。',
  'tea shows no logs. Open the page of the check.':
    'tea はログを表示しません。チェックのページを開いてください。',
  'tea did not say where it is.': 'tea は作成先のアドレスを示しませんでした。',
  'The checks of this agent are being watched already.':
    'このエージェントのチェックはすでに監視されています。',
  'The checks are not being watched.': 'チェックは監視されていません。',
  'The sum for it is used up.': 'この監視の上限額に達しました。',
  'The attempts are used up.': '試行回数を使い切りました。',
  'pi has made no commit.': 'pi はコミットしませんでした。',
  'No check has begun.': 'チェックが始まりませんでした。',
  'The checks have not ended for hours.': 'チェックが数時間たっても終わりません。',
  'pi has not begun with the message.': 'pi がメッセージの処理を始めませんでした。',
  'The agent has ended.': 'エージェントは終了しました。',
  'Nothing differs from the last commit, so there is nothing to describe.':
    '最後のコミットとの差分がないため、説明する内容がありません。',
  'No model is chosen.': 'モデルが選択されていません。',
  'This pi cannot ask a model beside the conversation.':
    'この pi は会話の外でモデルに尋ねることができません。',
  'The provider has no credentials.': 'プロバイダーの認証情報がありません。',
  'The queue has changed in the meantime. Look at it again.':
    'その間にキューが変更されました。もう一度確認してください。',
  'The temporary file with this output no longer exists.': 'この出力の一時ファイルはもうありません。',
  'There are new commits since the plan was made. Review the plan again.':
    '計画の作成後に新しいコミットがありました。もう一度計画を確認してください。',
  'This run no longer exists, because the panel was restarted.':
    'パネルが再起動されたため、この実行はもうありません。',
  'This start no longer exists, because the panel was restarted.':
    'パネルが再起動されたため、この起動要求はもうありません。',
  'This device no longer gets notifications.': 'このデバイスには通知が届かなくなりました。',
  'This image is no longer kept. Reload the page.':
    'この画像はもう保持されていません。ページを再読み込みしてください。',
  'This output was deleted to make room for newer output.':
    'この出力は、新しい出力の空きを作るために削除されました。',
  'This panel does not store any state, so it cannot add up the usage.':
    'このパネルは状態を保存しないため、使用量を集計できません。',
  'This panel listens on a socket and needs no link.':
    'このパネルはソケットで待ち受けているため、リンクは不要です。',
  'This plan does not exist or has expired. Request a new one.':
    'この計画は存在しないか期限切れです。もう一度作成してください。',
  'This record is no longer kept, to make room for newer ones.':
    'この記録は、新しい記録の空きを作るために保持されなくなりました。',
  'This screen of an extension is closed.': '拡張機能のこの画面は閉じられています。',
  'This sign-in is over: start it again.': 'このサインインは終了しました。もう一度始めてください。',
  'This upload has ended or was stopped. Start it again.':
    'このアップロードは終了したか中止されました。もう一度開始してください。',
  'The repository has no commit yet, and a worktree begins with one. Make the first commit.':
    'リポジトリにはまだコミットがなく、ワークツリーはコミットから始まります。先に最初のコミットを作成してください。',
  'This worktree is not waiting for a decision. Look at it again.':
    'このワークツリーは決定待ちではありません。もう一度確認してください。',
  'pi did not answer within 90 seconds.': 'pi が 90 秒以内に応答しませんでした。',
  'pi is moving to another point in the session. Wait until it has finished.':
    'pi はセッションの別の位置に移動中です。完了するまでお待ちください。',
  'pi no longer asks this. Look at its current question.':
    'pi はこの質問を取り下げました。現在の質問を確認してください。',
  'pi no longer waits for it. Start the sign-in again.':
    'pi はこのサインインをもう待っていません。もう一度開始してください。',
  'query: this is not a regular expression.': 'query: 正規表現ではありません。',
  'session: an agent uses it. End that agent first.':
    'session: エージェントが使用中です。先にそのエージェントを終了してください。',
  'session: it is no longer in the trash.': 'session: ごみ箱にはもうありません。',
  'session: its file is gone or empty.': 'session: ファイルが存在しないか空です。',
  'session: there is a file in its place again.': 'session: 元の場所に別のファイルがあります。',
  'session: there is no stored session with this id.':
    'session: この ID で保存されたセッションはありません。',
  'session: this panel has no trash, so it does not delete sessions.':
    'session: このパネルにはごみ箱がないため、セッションを削除しません。',
  'pi ended during a tool, so its changes are not recorded.':
    'ツールの実行中に pi が終了したため、その変更は記録されていません。',
  'No agent has this id. It was closed, or the panel was restarted.':
    'この ID のエージェントはありません。閉じられたか、パネルが再起動されました。',
  'The workspace is not in a git repository, so there is no last commit to compare with.':
    'ワークスペースが git リポジトリ内にないため、比較する前回のコミットがありません。',
  'This dialog was already answered, here or in another tab.':
    'このダイアログは、この画面または別のタブですでに回答されています。',
  'The time for this dialog is up, and the extension continued without an answer.':
    'このダイアログは時間切れです。拡張機能は回答なしで続行しました。',
  'The extension withdrew this dialog and continued without an answer.':
    '拡張機能がこのダイアログを取り下げ、回答なしで続行しました。',
  'The queue was not changed, because the agent may be delivering messages right now. Try again.':
    'エージェントがメッセージを届けている可能性があるため、キューは変更していません。もう一度お試しください。',
  'The images in the queue are too large in total, so this message was not sent. Wait until some are delivered, or remove one.':
    'キュー内の画像の合計が大きすぎるため、このメッセージは送信していません。いくつか届くのを待つか、1 枚削除してください。',
  'An extension has queued a message, and pi would return it without its images. The queue can be changed after that message is delivered.':
    '拡張機能がメッセージをキューに追加しており、pi が差し戻すと画像が失われます。そのメッセージが届いた後でキューを変更できます。',
  'This comparison no longer exists, because its worktrees were removed.':
    'ワークツリーが削除されたため、この比較はもうありません。',
  'Another agent of this panel uses this session. Switch to that agent.':
    'このパネルの別のエージェントがこのセッションを使用しています。そのエージェントに切り替えてください。',
  'This export was already downloaded. Export the session again.':
    'このエクスポートはすでにダウンロードされています。セッションをもう一度エクスポートしてください。',
  'It is no longer in the trash, because it was put back, or newer deletions took its place.':
    'ごみ箱にはもうありません。元に戻されたか、新しく削除されたものに置き換えられました。',
  'kind: this file already exists. Edit it instead.':
    'kind: このファイルはすでにあります。それを編集してください。',
  'name: use up to 64 lowercase letters, digits and single hyphens.':
    'name: 64 文字以内の英小文字、数字、単独のハイフンを使用してください。',
  'path: pi no longer lists it. Reload the page.':
    'path: pi の一覧にはもうありません。ページを再読み込みしてください。',
  'HEAD is detached in this worktree, so there is no branch to merge.':
    'このワークツリーの HEAD は切り離されているため、マージするブランチがありません。',
  'There is no commit to merge yet.': 'マージできるコミットはまだありません。',
  'session: it is not in the trash.': 'session: ごみ箱にありません。',
  'git is not installed on this machine.': 'このマシンに git がインストールされていません。',
  'The repository has no commit yet to compare with.': 'リポジトリには比較するコミットがまだありません。',
  'The set-up was ended by a signal, so no agent was started. The worktree is left as it is.':
    '準備コマンドがシグナルで終了したため、エージェントは起動していません。ワークツリーはそのまま残っています。',

  // Results of the test of a model.
  'No reason was given.': '理由は示されていません。',
  'The model answers.': 'モデルが応答しました。',
  'The server refused the key.': 'サーバーがキーを拒否しました。',
  'The server does not know this model name, or has no API at this address.':
    'サーバーにこの名前のモデルがないか、このアドレスに API がありません。',
  'The provider reports no credit left.': 'プロバイダーのクレジット残高がありません。',
  'The provider limits requests: try again later.':
    'プロバイダーがリクエストを制限しています。しばらくしてから再試行してください。',
  'The server has an internal problem.': 'サーバーで内部エラーが発生しました。',
  'The model did not answer.': 'モデルが応答しませんでした。',
  'pi has no model of this provider.': 'pi にはこのプロバイダーのモデルがありません。',
  'The server has no list of models at this address.': 'サーバーのこのアドレスにはモデルの一覧がありません。',
  'The server did not list its models.': 'サーバーがモデルを一覧表示しませんでした。',
  'pi could not send the request.': 'pi がリクエストを送信できませんでした。',
  'pi ended before the model answered.': 'モデルが応答する前に pi が終了しました。',
  'The request timed out after a minute.': 'リクエストが 1 分でタイムアウトしました。',
  'pi refused the request.': 'pi がリクエストを拒否しました。',

  // Outcomes of undos, and gaps in the recording.
  'There was nothing left to undo: the files are already as before.':
    '元に戻すものは残っていません。ファイルはすでに以前の状態です。',
  'There was nothing left to redo: the files are already so.':
    'やり直すものは残っていません。ファイルはすでにその状態です。',
  'Undone: one file.': '1 個のファイルの変更を元に戻しました。',
  'Redone: one file.': '1 個のファイルの変更をやり直しました。',
  'The panel ended during an undo. It was finished after the restart.':
    '元に戻している途中でパネルが終了しました。再起動後に残りも元に戻しました。',
  'The panel ended during a redo. It was finished after the restart.':
    'やり直している途中でパネルが終了しました。再起動後に残りもやり直しました。',
  'This undo has begun, so it cannot be canceled.':
    'この操作はすでに始まっているため、キャンセルできません。',
  'This undo no longer waits.': 'この操作はもう待機していません。',
  'Its content could not be written to its earlier path.': '内容を元のパスに書き込めませんでした。',
  'git ignores it, and it is too large to be recorded.':
    'git が無視するファイルで、大きすぎるため記録できません。',
  'It is a link to a name that is not UTF-8.': 'UTF-8 ではない名前へのリンクです。',
  'It was a link to a name that is not UTF-8.': 'UTF-8 ではない名前へのリンクでした。',
  'The previous content of one file is not known.': '1 個のファイルの以前の内容が不明です。',

  // Notices about budgets, sessions and extensions.
  'The budget is used up.': '予算を使い切りました。',
  'Another panel has this session open, too. Both write to its file, each on its own branch: close one of them.':
    '別のパネルでもこのセッションを開いています。どちらも同じファイルの別々のブランチに書き込むため、一方を閉じてください。',
  'pi opened a different session from the one it was asked to continue.':
    'pi は、続行するよう求められたものとは別のセッションを開きました。',
  'A screen that an extension opened before pi was ready was closed: pi waited for it and could take no keys.':
    'pi の準備ができる前に拡張機能が開いた画面を閉じました。pi がその画面を待っていて、キー入力を受け付けられなかったためです。',
  'This day': '今日',
  // Only pi’s TUI supports these.
  'a custom screen': '独自の画面',
  'a custom footer': '独自のフッター',
  'a custom header': '独自のヘッダー',
  'a custom editor': '独自のエディター',
  'custom completions': '独自の補完',
  'raw key presses': '生のキー入力',
  'another theme': '別のテーマ',
  'a theme': 'テーマ',
  'the list of themes': 'テーマの一覧',
  'a custom working message': '独自の作業中メッセージ',
  'a hidden working message': '作業中メッセージの非表示',
  'a custom working indicator': '独自の作業中インジケーター',
  'a custom label for hidden thinking': '非表示の思考の独自ラベル',
  'expanded or collapsed tools': 'ツールの展開または折りたたみ',
  'the text in the editor': 'エディター内のテキスト',
  'a widget that renders itself': '自身で描画するウィジェット',
  'It is too large for the trash': '大きすぎてごみ箱に入らない',
  'This panel keeps no trash': 'このパネルにはごみ箱がない',
  'There is no such dialog.': 'このダイアログはありません。',
  'The agent has changed to another session. Nothing was sent: check where you are, and send it again.':
    'エージェントは別のセッションに切り替わりました。何も送信されていません。現在の場所を確認して、もう一度送信してください。',
  'pi did not change to the session that the page showed.':
    'pi はページに表示したセッションに切り替わりませんでした。',
  'pi is loading the session: try again when it has finished.':
    'pi がセッションを読み込んでいます。完了後にもう一度お試しください。',
  'The set-up was stopped. The worktree is left as it is.':
    '準備コマンドを停止しました。ワークツリーはそのままです。',
  'This step is over.': 'この手順は終了しました。',
  'The key is empty.': 'キーが空です。',
  'This pi loads the resources of every project without asking.':
    'この pi は、確認せずにすべてのプロジェクトのリソースを読み込みます。',
  'This needs a real terminal: the page can show a screen, but not run a program in it.':
    'これには実際のターミナルが必要です。ページは画面を表示できますが、その中でプログラムは実行できません。',
  'This session is not stored, so the panel cannot open it.':
    'このセッションは保存されていないため、パネルでは開けません。',
  'files: a pattern has too many `**`.': 'ファイルの絞り込みに `**` の多すぎるパターンがあります。',
  'path: name a file or folder inside the workspace.':
    'ワークスペース内のファイルかフォルダーを指定してください。',
  'path: must begin with / or ~.': 'パスは / か ~ で始めてください。',
  'path: pi lists no such skill, prompt template or other resource.':
    'pi の一覧に、そのスキル、プロンプトテンプレート、その他のリソースはありません。',
  'query: what to find is missing.': '検索する文字列を入力してください。',
  'This session is not saved yet, so none can begin from it.':
    'このセッションはまだ保存されていないため、ここから新しいセッションを始められません。',
  'This pi cannot queue a picture without text: add a word, or send it after the run.':
    'この pi は文字のない画像をキューに入れられません。文字を加えるか、実行後に送信してください。',
  'HEAD is detached, so there is no branch to push.':
    'HEAD が切り離されているため、プッシュするブランチがありません。',
  'git no longer waits for this answer.': 'git はこの回答をもう待っていません。',
  'git is not in the middle of anything here.': 'ここで git が途中になっている操作はありません。',
  'The stash no longer has this entry.': '退避にこの項目はもうありません。',
  'What was to be sent is no longer kept. Begin again.':
    '送る内容はもう残っていません。最初からやり直してください。',
  'The conversation of this sub-agent is not known any more.':
    'このサブエージェントの会話はもう見つかりません。',
  'This preview has ended. Open it again.': 'このプレビューは終了しました。もう一度開いてください。',
  'pi does not wait for this any more.': 'pi はこれをもう待っていません。',
  'Only the preview itself may request this.': 'これを要求できるのはプレビュー自身だけです。',
  'A file can only be read.': 'ファイルは読み取りだけできます。',
  'Files and folders whose name begins with a dot are not shown here.':
    '名前がドットで始まるファイルとフォルダーはここには表示されません。',
  'The panel listens on this port itself, and cannot show itself.':
    'このポートはパネル自身が使っているため、表示できません。',
};
