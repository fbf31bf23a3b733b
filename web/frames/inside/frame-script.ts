// Runs first in every HTML document of a frame, and talks to the page over a port that the page opens. What else runs
// in the document may replace every part of this, so the page trusts nothing of it.
import {
  FRAME_HELLO,
  MAX_FRAME_MESSAGE,
  type FrameMessage,
  type FrameOrder,
} from '../../../shared/frames.ts';
import { watchConsole } from './console-watch.ts';
import { reloadInPlace, restorePlace } from './keep-scroll.ts';
import { Picker } from './picker.ts';
import { isUsed } from './used-files.ts';

// A window that the frame has opened has no page around it.
if (window.parent !== window) begin();

function begin(): void {
  // What looks at the document, such as a framework that takes over HTML of a server, should not find the script.
  document.currentScript?.remove();
  restorePlace();
  let port: MessagePort | null = null;
  const say = (message: FrameMessage): void => {
    const text = JSON.stringify(message);
    if (text.length <= MAX_FRAME_MESSAGE) port?.postMessage(text);
  };
  const tellPlace = (): void =>
    say({
      type: 'place',
      title: document.title.slice(0, 200),
      address: (location.pathname + location.search + location.hash).slice(0, 4000),
    });
  const reportConsole = watchConsole(say);
  const picker = new Picker(say);

  addEventListener('message', ({ data, source, ports }) => {
    if (data !== FRAME_HELLO || source !== window.parent || !ports[0]) return;
    port = ports[0];
    port.onmessage = (event) => obey(JSON.parse(String(event.data)) as FrameOrder, picker);
    tellPlace();
    reportConsole();
  });
  // '*': the page may have any address. Nothing secret is in it, and only the window around this one hears it.
  window.parent.postMessage(FRAME_HELLO, '*');
  watchPlace(tellPlace);
}

function obey(order: FrameOrder, picker: Picker): void {
  if (order.type === 'pick') picker.set(order.isOn);
  else if (order.type === 'reload' || isUsed(order.paths, document)) reloadInPlace();
}

/** Calls `onChange` when the title or the address has changed. */
function watchPlace(onChange: () => void): void {
  let last = '';
  const look = (): void => {
    const now = `${location.href}\n${document.title}`;
    if (now === last) return;
    last = now;
    onChange();
  };
  for (const event of ['DOMContentLoaded', 'load', 'hashchange', 'popstate']) addEventListener(event, look);
  // A router changes the address without an event.
  setInterval(look, 500);
}
