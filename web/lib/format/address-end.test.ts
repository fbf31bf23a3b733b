import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressIn } from './address-end.ts';

test('an address ends where the sentence goes on without a space, in every script', () => {
  for (const [text, address] of [
    ['https://example.com/docs（中文说明）了解', 'https://example.com/docs'],
    ['https://example.com/guide，详见下文', 'https://example.com/guide'],
    ['https://example.com了解更多', 'https://example.com'],
    ['http://localhost:3000查看', 'http://localhost:3000'],
    ['http://127.0.0.1:8080/apiを開く', 'http://127.0.0.1:8080/api'],
    ['https://example.com/docs를', 'https://example.com/docs'],
    ['https://example.com/docsครับ', 'https://example.com/docs'],
    ['https://example.com/a——这是', 'https://example.com/a'],
    ['https://example.com/a—it', 'https://example.com/a'],
    ['https://example.com/a،', 'https://example.com/a'],
    ['https://example.com/c؟', 'https://example.com/c'],
    ['https://example.com/a।', 'https://example.com/a'],
    ['https://example.com/d»', 'https://example.com/d'],
    ['https://example.com/e🎉', 'https://example.com/e'],
    ['www.example.com了解', 'www.example.com'],
  ] as const)
    assert.equal(addressIn(text), address);
});

test('letters of any script stay in an address where words of an address begin', () => {
  for (const address of [
    'https://zh.wikipedia.org/wiki/中文',
    'https://example.com/a?b=中文&c=1',
    'https://ja.wikipedia.org/wiki/ジョン・スミス',
    'https://例子.中国/路径',
    'https://münchen.de/straße',
    'https://ru.wikipedia.org/wiki/Привет',
    'https://en.wikipedia.org/wiki/Michelson–Morley_experiment',
    'https://ar.wikipedia.org/wiki/باريس،_تكساس',
    'https://abc商店.com/x',
    'https://example.org/wiki/A_(b).',
  ])
    assert.equal(addressIn(address), address);
});
