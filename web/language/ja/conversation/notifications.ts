// Notifications: their settings and their texts.
export const notifications = {
  'What’s new': '新機能',
  'The agent of that page has ended.': 'そのページのエージェントは終了しています。',
  "The session of this address can't be shown.": 'このアドレスのセッションは表示できません。',
  'pi {version} is newer than {tested}, the newest with which this panel was tested.':
    'pi {version} は、このパネルでテスト済みの最新版 {tested} より新しいバージョンです。',
  'The panel was updated to {version}.': 'パネルが {version} に更新されました。',
  'When any agent waits, fails or finishes after more than a minute while this page is out of sight':
    'このページが見えていない間に、エージェントが対応を待つとき、失敗したとき、または 1 分以上かかって完了したときに通知します',
  'Screen reader': 'スクリーンリーダー',
  'What the page announces about the work of the agent. Failures and questions are always announced.':
    'エージェントの作業のうち、ページが読み上げさせる内容です。失敗と質問は常に通知されます。',
  'Answers and tools': '回答とツール',
  'Only announce that an answer arrived': '回答が届いたことのみ通知',
  Sounds: 'サウンド',
  'Played in this browser while the page is open. You hear a sound when you turn it on.':
    'このブラウザーで、ページが開いている間だけ鳴ります。オンにすると試聴できます。',
  'An agent waits for you': 'エージェントが対応を待っている',
  'An agent failed': 'エージェントが失敗した',
  'An agent finished after more than a minute': 'エージェントが 1 分以上かかって完了した',
  Finished: '完了しました',
  'Push notifications': 'プッシュ通知',
  "Sent to this browser and to phones, even when the panel isn't open, but not while you are looking at it. They are encrypted for the device and delivered by the push service of its browser.":
    'パネルを開いていなくても、このブラウザーやスマートフォンに届きます。パネルを見ている間は送られません。通知はデバイスごとに暗号化され、そのブラウザーのプッシュサービスを経由して届きます。',
  'Turn on here': 'ここでオンにする',
  Devices: 'デバイス',
  'this browser': 'このブラウザー',
  'nothing sent yet': 'まだ送信なし',
  'last sent {time}': '最終送信 {time}',
  'Send a test': 'テスト通知を送信',
  'Notifications for {device}': '{device} への通知',
  'Include the session name and its question or last message':
    'セッション名と、その質問または最後のメッセージも表示する',
  'This browser allows them only on a page over TLS, or on the machine that runs the panel.':
    'このブラウザーでは、TLS 経由のページか、パネルと同じマシンのページでのみ使えます。',
  "The service worker couldn't be installed: {reason}":
    'Service Worker をインストールできませんでした: {reason}',
  "This browser doesn't support push notifications. On an iPhone, install the panel on the home screen first.":
    'このブラウザーはプッシュ通知に対応していません。iPhone では、先にパネルをホーム画面に追加してください。',
  "The service worker isn't ready yet.": 'Service Worker の準備がまだできていません。',
  "The browser didn't allow notifications.": 'ブラウザーが通知を許可しませんでした。',
  'An extension copied {count} character to your clipboard.':
    '拡張機能が {count} 文字をクリップボードにコピーしました。',
  'An extension copied {count} characters to your clipboard.':
    '拡張機能が {count} 文字をクリップボードにコピーしました。',
  'An extension wants to copy a text. The browser copies it only if you say so.':
    '拡張機能がテキストをコピーしようとしています。ブラウザーは確認があった場合だけコピーします。',
  'The browser refused to copy the text.': 'ブラウザーはテキストのコピーを拒否しました。',
  Success: '成功',
};
