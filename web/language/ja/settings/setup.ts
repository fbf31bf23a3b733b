// Signing in to providers, models, and MCP servers.
import type { setup as texts } from '../../zh/settings/setup.ts';

export const setup: Record<keyof typeof texts, string> = {
  'API key': 'API キー',
  'API key of {name}': '{name} の API キー',
  'pi stores the key in its auth.json on the machine that runs the panel, and nowhere else.':
    'pi はキーを、パネルを実行しているマシンの auth.json にのみ保存します。',
  or: 'または',
  'Sign in with {name}': '{name} でサインイン',
  'pi finds the credentials of this provider on its own, for example those of a cloud’s command-line tool.':
    'pi は、クラウドのコマンドラインツールの認証情報など、このプロバイダーの認証情報を自動で見つけます。',
  'Starting pi’s sign-in …': 'pi のサインインを開始しています…',
  'The sign-in failed: {reason}': 'サインインに失敗しました: {reason}',
  'Open the page of the provider': 'プロバイダーのページを開く',
  'and enter this code there:': '開いたページで次のコードを入力してください:',
  'Copy the code': 'コードをコピー',
  'Waiting for the sign-in': 'サインインを待っています',
  'Model Context Protocol servers provide tools to the model. Their commands run with all your permissions.':
    'Model Context Protocol サーバーは、モデルにツールを提供します。コマンドはユーザーのすべての権限で実行されます。',
  Servers: 'サーバー',
  'No servers yet.': 'サーバーはまだありません。',
  'Connecting …': '接続中…',
  'Check again': '再確認',
  'Edit mcp.json for all projects': '全プロジェクトの mcp.json を編集',
  'Edit mcp.json of this project': 'このプロジェクトの mcp.json を編集',
  'pi connects to each server. This can take a while.':
    'pi が各サーバーに接続しています。しばらくかかることがあります。',
  'Signs in with the credentials of {provider}.': '{provider} の認証情報でサインインします。',
  'Sign in to {name}': '{name} にサインイン',
  'Sign in': 'サインイン',
  'Sign out of {name}': '{name} からサインアウト',
  'Sign out': 'サインアウト',
  'Tools from {name}': '{name} のツール',
  Connected: '接続済み',
  Connecting: '接続中',
  Disconnected: '切断',
  'Needs sign-in': 'サインインが必要',
  Closed: '終了',
  'Add a server': 'サーバーを追加',
  'Command or URL': 'コマンドまたは URL',
  'npx -y @example/server, or https://example.com/mcp':
    'npx -y @example/server、または https://example.com/mcp',
  'Name: use letters, digits, hyphens and underscores.':
    '名前: 英数字、ハイフン、アンダースコアを使用してください。',
  'Command or URL: enter one.': 'コマンドまたは URL: いずれかを入力してください。',
  'Command or URL: this is not a valid address.': 'コマンドまたは URL: 有効なアドレスではありません。',
  'Sign-in': 'サインイン',
  'Open the sign-in page': 'サインインページを開く',
  'If the browser cannot open the address it is redirected to, paste that address here':
    'ブラウザーがリダイレクト先のアドレスを開けない場合は、そのアドレスをここに貼り付けてください',
  'Add a provider': 'プロバイダーを追加',
  'Base URL': 'ベース URL',
  'Model ids': 'モデル ID',
  'Save provider': 'プロバイダーを保存',
  'Signed in': 'サインイン済み',
  'Key stored': 'キーを保存済み',
  'Key from the environment': '環境変数のキー',
  Configured: '設定済み',
  'Remove {model} from the favorites': '{model} をお気に入りから削除',
  'Make {model} a favorite': '{model} をお気に入りに追加',
  Default: '既定',
  'Prices are in $ per 1M tokens.': '価格は 100 万トークンあたりの米ドルです。',
  '$ per 1M tokens, in / out': '100 万トークンあたりの米ドル (入力 / 出力)',
  'Other models need a key: sign in to a provider': 'ほかのモデルを使うにはプロバイダーにサインイン',
  'Asking the model …': 'モデルに問い合わせ中…',
  Test: 'テスト',
  'Make default': '既定にする',
  'In use': '使用中',
  Use: '使用',
  'The panel could not test it.': 'パネルでテストできませんでした。',
  'Favorites come first in the composer’s model list, and “Next model” cycles through them. New sessions start with the default.':
    'お気に入りは入力欄の一覧の先頭に表示され、「次のモデル」で順に切り替わります。新しいセッションは既定のモデルで始まります。',
  'pi reports: {message}': 'pi からの報告: {message}',
  'Search models': 'モデルを検索',
  'Include models without a key': 'キーのないモデルも表示',
  'Edit models.json': 'models.json を編集',
  '{count} more: search for them.': 'ほかに {count} 件あります。検索してください。',
  'No matching models': '一致するモデルはありません',
  'Name: use letters, digits, dots and hyphens.': '名前: 英数字、ドット、ハイフンを使用してください。',
  'Base URL: it has to begin with http:// or https://.':
    'ベース URL: http:// または https:// で始まる必要があります。',
  'Variable: only its name, such as MY_SERVER_API_KEY.':
    '環境変数: MY_SERVER_API_KEY のように名前だけを入力してください。',
  'Model ids: enter at least one.': 'モデル ID: 1 つ以上入力してください。',
  '{tokens} context': 'コンテキスト {tokens}',
  '{input} in, {output} out##price': '入力 {input}、出力 {output}',
  Change: '変更',
  '{count} models': '{count} 個のモデル',
  'The services that run the models. pi itself signs in and keeps the credentials in its {file}.':
    'モデルを提供するサービスです。サインインは pi 自身が行い、認証情報は {file} に保存されます。',
  'Search providers': 'プロバイダーを検索',
  'No matching providers. An extension or models.json can add one.':
    '一致するプロバイダーはありません。拡張機能または models.json で追加できます。',
  Ready: '使用可能',
  'Not configured': '未設定',
  'Not needed for most local servers': 'ローカルサーバーでは通常不要',
  'or an environment variable': 'またはキーが入っている環境変数',
  'Saved in {file}; the key only in pi’s auth.json.':
    '{file} に保存されます。キーは pi の auth.json にのみ保存されます。',
  'The provider is saved, but not its key: {reason}':
    'プロバイダーは保存されましたが、キーは保存されませんでした: {reason}',
  'This pi does not support MCP on its own: that takes 0.99 or newer. The package {name} adds it.':
    'この pi には MCP が内蔵されていません (0.99 以降で内蔵)。パッケージ {name} で追加できます。',
  'It is installed. Its command {command} shows the state of the servers.':
    'インストール済みです。コマンド {command} でサーバーの状態を確認できます。',
  'Install {name}': '{name} をインストール',
  'Add your own server': '自分のサーバーを追加',
};
