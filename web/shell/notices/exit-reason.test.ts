import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { showTexts } from '../../language/text.ts';
import { zh } from '../../language/zh.ts';
import { brokenExtension, exitReason } from './exit-reason.ts';

const exit = (reason: string, code: number | null = null, signal: string | null = null) => ({
  code,
  signal,
  reason,
  stderr: '',
});

afterEach(() => showTexts(null));

test('in English the reason is the sentence of the server', () => {
  assert.equal(
    exitReason(exit('The agent was ended by SIGKILL.', null, 'SIGKILL')),
    'The agent was ended by SIGKILL.',
  );
});

test('in another language each sentence of the server is translated, and an unknown one stays', () => {
  showTexts({ locale: 'zh-CN', dictionary: zh });
  const reasons = [
    exit('The agent was ended by SIGKILL.', null, 'SIGKILL'),
    exit('The agent ended with exit code 1 before it was ready: it needs Node 22.19 or newer.', 1),
    exit('The agent ended with exit code 1 before it was ready: the system refused access to /x/y.', 1),
    exit('The agent ended with exit code 1 before it was ready: the extension /x/a.ts did not load.', 1),
    exit(
      'The agent ended with exit code 1 before it was ready: the extension /x/a.ts needs the module left-pad, which is not installed.',
      1,
    ),
    exit('The agent ended on its own.', 0),
    exit('spawn pi ENOENT'),
  ].map(exitReason);
  assert.deepEqual(reasons, [
    '智能体被 SIGKILL 终止。',
    '智能体已结束，退出代码为 1。当时尚未就绪。它需要 Node 22.19 或更高版本。',
    '智能体已结束，退出代码为 1。当时尚未就绪。系统拒绝了对 /x/y 的访问。',
    '智能体已结束，退出代码为 1。当时尚未就绪。扩展 /x/a.ts 未能加载。',
    '智能体已结束，退出代码为 1。当时尚未就绪。扩展 /x/a.ts 需要模块 left-pad，但它没有安装。',
    '智能体已自行结束。',
    'spawn pi ENOENT',
  ]);
});

test('the extension that did not load is found in the reason', () => {
  const reason = 'The agent ended with exit code 1 before it was ready: the extension /x/a.ts did not load.';
  assert.equal(brokenExtension({ reason }), '/x/a.ts');
  assert.equal(brokenExtension({ reason: 'The agent was ended by SIGKILL.' }), null);
});
