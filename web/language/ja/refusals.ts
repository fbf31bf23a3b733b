// Why the server refuses a request, where the sentence has no parts.
import type { refusals as texts } from '../zh/refusals.ts';

export const refusals: Record<keyof typeof texts, string> = {
  'The agent does not read its input: wait, or restart it.':
    'エージェントが入力を読み取っていません。しばらく待つか、再起動してください。',
  'The agent is not running: restart it.': 'エージェントは実行されていません。再起動してください。',
  'The agent is running: forget the recorded changes when it is idle.':
    'エージェントは実行中です。変更の記録は待機中のときに削除してください。',
  'The agent ended by itself.': 'エージェントは自ら終了しました。',
  'The agent ended while it ran.': 'コマンドの実行中にエージェントが終了しました。',
  'The agent was ended by {signal}.': 'エージェントは {signal} により終了しました。',
  'The agent ended with exit code {code}.': 'エージェントは終了コード {code} で終了しました。',
  'It was not ready yet.': 'まだ準備ができていませんでした。',
  'Its installation is not complete.': 'インストールが完了していません。',
  'It needs Node 22.19 or newer.': 'Node 22.19 以降が必要です。',
  'The agent that asked has ended.': '質問したエージェントは終了しました。',
  'The browser of this device has ended its subscription.': 'このデバイスのブラウザーは購読を終了しました。',
  'The file is not a session: its first line is not a header.':
    'このファイルはセッションではありません。先頭行がヘッダーではありません。',
  'The folder must be an absolute path.': 'フォルダーは絶対パスで指定してください。',
  'The message is on its way to the agent: try again.':
    'メッセージはエージェントに送信中です。もう一度お試しください。',
  'The panel does not record changes in this workspace.': 'パネルはここの変更を記録していません。',
  'The queue has changed meanwhile: look at it again.':
    'キューがその間に変更されました。もう一度確認してください。',
  'The temporary file with this output no longer exists.': 'この出力の一時ファイルは存在しません。',
  'There are new commits since the plan was made. Review the plan again.':
    '計画の作成後に新しいコミットがあります。もう一度確認してください。',
  'There is no such run: the panel was restarted meanwhile.':
    'この実行はありません。パネルがその間に再起動されました。',
  'There is no such start: the panel was restarted meanwhile.':
    'この起動要求はありません。パネルがその間に再起動されました。',
  'This device no longer gets notifications.': 'このデバイスは通知を受け取らなくなりました。',
  'This image is no longer kept: reload the page.':
    'この画像は保持されていません。ページを再読み込みしてください。',
  'This output was deleted to make room for newer output.':
    'この出力は、新しい出力の空きを作るために削除されました。',
  'This panel does not store any state, so it cannot add up the usage.':
    'このパネルは状態を保存しないため、使用量を集計できません。',
  'This panel listens on a socket and needs no link.':
    'このパネルはソケットで待ち受けているため、リンクは不要です。',
  'This plan does not exist or has expired: request a new one.':
    'この計画は存在しないか期限切れです。新しく要求してください。',
  'This record is no longer kept, to make room for newer ones.':
    'この記録は、新しい記録の空きを作るために保持されなくなりました。',
  'This screen of an extension is closed.': '拡張機能のこの画面は閉じられています。',
  'This sign-in is over: start it again.': 'このサインインは終了しました。もう一度開始してください。',
  'This upload is over or was given up: begin it again.':
    'このアップロードは終了したか中止されました。もう一度開始してください。',
  'This worktree is not waiting for a decision: look at it again.':
    'このワークツリーは決定待ちではありません。もう一度確認してください。',
  'pi did not answer within 90 seconds.': 'pi が 90 秒以内に応答しませんでした。',
  'pi is moving to another point of the session: wait until it has finished.':
    'pi はセッションの別の位置に移動中です。お待ちください。',
  'pi no longer asks this: look at what it asks now.':
    'pi はこの質問を取り下げました。現在の質問を確認してください。',
  'pi no longer waits for it: start the sign-in again.':
    'pi はもう待っていません。サインインをもう一度開始してください。',
  'query: this is not a regular expression.': 'query: 正規表現ではありません。',
  'session: an agent uses it. End that agent first.':
    'session: エージェントが使用中です。先にそのエージェントを終了してください。',
  'session: it is no longer in the trash.': 'session: ごみ箱にはもうありません。',
  'session: its file is gone or empty.': 'session: ファイルが存在しないか空です。',
  'session: there is a file in its place again.': 'session: 元の場所に別のファイルがあります。',
  'session: there is no stored session with this id.':
    'session: この ID の保存されたセッションはありません。',
  'session: this panel has no trash, so it does not delete sessions.':
    'session: このパネルにはごみ箱がないため、何も削除しません。',
  'pi ended during a tool, so its changes are not recorded.':
    'ツールの実行中に pi が終了したため、その変更は記録されていません。',
};
