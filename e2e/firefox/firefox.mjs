#!/usr/bin/env node
// Starts Firefox for Playwright, which takes this file for the browser. Playwright speaks WebDriver BiDi to a Firefox of
// the system. Playwright 1.65 also sends commands that Firefox 140 (ESR) does not know, and gives up when one of them is
// refused. They only choose a screen, a locale, a time zone and the like, so this program reports them as done.
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from './find-firefox.mjs';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = spawn(findFirefox(), process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
});
firefox.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => firefox.kill(signal));

firefox.stderr.setEncoding('utf8').on('data', (text) => {
  const address = LISTENING.exec(text)?.[1];
  if (address === undefined) process.stderr.write(text);
  else offer(address);
});

/**
 * Listens, and tells Playwright the address in Firefox's words.
 * @param {string} address of Firefox
 */
function offer(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
  server.on('connection', (playwright, { url = '/' }) => {
    const browser = new WebSocket(`${address}${url}`, { perMessageDeflate: false });
    /** @type {string[]} */
    const early = [];
    browser.on('open', () => early.splice(0).forEach((text) => browser.send(text)));
    playwright.on('message', (data) => {
      const text = String(data);
      if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else early.push(text);
    });
    browser.on('message', (data) => playwright.send(withoutRefusal(String(data))));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
}

/**
 * Turns the refusal of an unknown command into a success.
 * @param {string} text a message of Firefox
 */
function withoutRefusal(text) {
  if (!text.includes('"unknown command"')) return text;
  const { type, id, error } = JSON.parse(text);
  if (type !== 'error' || error !== 'unknown command') return text;
  // The collector of response bodies, which no spec reads.
  return JSON.stringify({ type: 'success', id, result: { collector: 'none' } });
}
