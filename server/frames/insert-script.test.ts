import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { placeIn, ScriptInserter } from './insert-script.ts';

const TAG = '<script src="/x.js"></script>';
const insert = async (...chunks: (string | Buffer)[]): Promise<string> => {
  const parts = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return (await buffer(parts.pipe(new ScriptInserter('/x.js')))).toString();
};

test('the script is the first thing in the head, or comes before everything that may have none', async () => {
  const cases = [
    ['<!doctype html><html><head><title>x', '<!doctype html><html><head>|<title>x'],
    ['<HEAD lang=a>\n<script>', '<HEAD lang=a>|\n<script>'],
    ['<!doctype html>\n<header>x', '<!doctype html>\n|<header>x'],
    [
      '<!-- a --><!DOCTYPE html>\n<html lang="en">\n<body>',
      '<!-- a --><!DOCTYPE html>\n<html lang="en">|\n<body>',
    ],
    ['\uFEFF<p>x', '\uFEFF|<p>x'],
    ['plain text', '|plain text'],
    ['', '|'],
    [
      '<!-- <head> --><!doctype html><html>\n<!-- b -->\n<head><x>',
      '<!-- <head> --><!doctype html><html>\n<!-- b -->\n<head>|<x>',
    ],
    ['<!doctype html><p>a</p><head><b>', '<!doctype html>|<p>a</p><head><b>'],
    ['<!doctype html><!-- not closed <head>', '<!doctype html>|<!-- not closed <head>'],
  ];
  for (const [html, expected] of cases) assert.equal(await insert(html!), expected!.replace('|', TAG), html);
});

test('it is found across the chunks in which a file arrives, and what follows passes as it comes', async () => {
  const html = `<!doctype html><head>${'<p>é</p>'.repeat(40_000)}`;
  const bytes = Buffer.from(html);
  const chunks = [
    bytes.subarray(0, 3),
    bytes.subarray(3, 18),
    bytes.subarray(18, 70_001),
    bytes.subarray(70_001),
  ];
  assert.equal(await insert(...chunks), html.replace('<head>', `<head>${TAG}`));
});

test('a head that is far away is not waited for', async () => {
  const late = `<!doctype html>${' '.repeat(70_000)}<head>`;
  const inserter = new ScriptInserter('/x.js');
  inserter.write(Buffer.from(late));
  assert.match(String(inserter.read()), /^<!doctype html>\s*<script src="\/x\.js">/);
});

test('UTF-16 stays as it is, and an address cannot leave its attribute', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<head>', 'utf16le')]);
  assert.equal(await insert(utf16), utf16.toString());
  assert.equal(
    await text(Readable.from([Buffer.from('<head>')]).pipe(new ScriptInserter('/"><b>&'))),
    '<head><script src="/&quot;><b>&amp;"></script>',
  );
  assert.equal(placeIn('<head>').at, 6);
});

test('a document that arrives slowly is passed on as soon as no head can follow', () => {
  const held = [
    '',
    '\n',
    '<!doctype',
    '<!doctype html>',
    '<!doctype html>\n<',
    '<html',
    '<html>',
    '<HTML lang="a"',
  ];
  const heads = ['<html> <!-- a', '<html><!-- a --> <', '<!', '<!-', '<h', '<he', '<head', '<head lang'];
  for (const html of [...held, ...heads]) assert.equal(placeIn(html).isFinal, false, html);
  for (const html of [
    '<head>',
    '<html><body',
    'text',
    '<!doctype html><p',
    '<header',
    '<html><heading',
    '<b',
  ])
    assert.equal(placeIn(html).isFinal, true, html);
});

test('the tag has the nonce of the policy', async () => {
  const inserter = new ScriptInserter('/x.js', 'abc');
  inserter.end('<head>');
  assert.equal(await text(inserter), '<head><script nonce="abc" src="/x.js"></script>');
});
