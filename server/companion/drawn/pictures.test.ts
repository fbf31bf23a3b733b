import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanionReport } from '../../../shared/companion.ts';
import { picturesIn } from '../../../shared/view/pictures.ts';
import { imageRef } from '../../lib/image-ref.ts';
import { importInPi } from '../import-in-pi.ts';
import { Pictures } from './pictures.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

function open() {
  const sent: Extract<CompanionReport, { type: 'picture' }>[] = [];
  const pictures = new Pictures((report) => report.type === 'picture' && sent.push(report));
  return { pictures, sent };
}

test('pictures of pi’s own component are found in both protocols, and sent once', async () => {
  const { Image, getCapabilities, setCapabilities } = (await importInPi('@earendil-works/pi-tui')) as {
    Image: new (...given: unknown[]) => { render: (width: number) => string[] };
    getCapabilities: () => object;
    setCapabilities: (capabilities: object) => void;
  };
  const before = getCapabilities();
  try {
    for (const images of ['iterm2', 'kitty']) {
      setCapabilities({ ...before, images });
      const { pictures, sent } = open();
      const drawn = new Image(PNG, 'image/png', { fallbackColor: String }, { maxWidthCells: 8 }).render(40);
      const lines = [pictures.takeFrom(['above', ...drawn, 'below']), pictures.takeFrom(drawn)][0]!;
      assert.deepEqual([lines.length, lines[0], lines.at(-1)], [drawn.length + 2, 'above', 'below'], images);
      const [picture] = picturesIn(lines[1]!);
      assert.deepEqual([picture?.columns, picture?.rows], [8, drawn.length], images);
      assert.equal(lines.slice(2, -1).join(''), '');
      assert.deepEqual(sent, [{ type: 'picture', mimeType: 'image/png', data: PNG }]);
      assert.equal(picture?.ref, imageRef('image/png', Buffer.from(PNG, 'base64')));
    }
  } finally {
    setCapabilities(before);
  }
});

test('a picture in several chunks, and one that is shown again by its id, are found', () => {
  const { pictures, sent } = open();
  const half = PNG.length / 2;
  const first = `\x1b_Ga=t,f=100,i=7,m=1;${PNG.slice(0, half)}\x1b\\\x1b_Gm=0;${PNG.slice(half)}\x1b\\`;
  assert.deepEqual(pictures.takeFrom([`x${first}`]), ['x']);
  const [line] = pictures.takeFrom(['ab \x1b_Ga=p,i=7,c=4,r=2\x1b\\ c']);
  const [picture] = picturesIn(line!);
  assert.deepEqual([picture?.before, picture?.columns, picture?.rows, sent.length], ['ab ', 4, 2, 1]);
});

test('what is no picture that a browser shows leaves no trace, and lines without pictures stay as they are', () => {
  const { pictures, sent } = open();
  const raw = `\x1b_Ga=T,f=32,s=1,v=1;AAAA\x1b\\`;
  const file = `\x1b]1337;File=inline=0:${PNG}\x07`;
  assert.deepEqual(pictures.takeFrom([`a${raw}b`, `c${file}d`, '\x1b_Ga=d\x1b\\']), ['ab', 'cd', '']);
  assert.deepEqual(sent, []);
  const plain = ['text'];
  assert.equal(pictures.takeFrom(plain), plain);
});
