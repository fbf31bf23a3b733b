// Signing in to providers, and MCP servers.
import type { setup as texts } from '../zh/setup.ts';

export const setup: Record<keyof typeof texts, string> = {
  'API key': 'API キー',
  'API key of {name}': '{name} の API キー',
  'pi stores it in its auth.json on the machine that runs the panel, and nowhere else.':
    'pi は、パネルを実行しているコンピューターの auth.json にのみ保存します。',
  or: 'または',
  'Sign in with {name}': '{name} でサインイン',
  'pi finds the credentials of this provider by itself, such as those of a cloud’s own command line.':
    'pi は、クラウドのコマンドラインツールの資格情報など、このプロバイダーの資格情報を自動で見つけます。',
  'Starting pi’s sign-in…': 'pi のサインインを開始しています…',
  'The sign-in failed: {reason}': 'サインインに失敗しました: {reason}',
  'Open the page of the provider': 'プロバイダーのページを開く',
  'and enter this code there:': 'このコードを入力してください:',
  'Copy the code': 'コードをコピー',
  'Waiting for the sign-in': 'サインインを待っています',
};
