// The color space that themes of pi >= 1.x use, see https://bottosson.github.io/posts/colorpicker/. Hue and lightness are
// exact; the chroma is a share of the largest one that a screen has there, which differs little from okhsl's.

const K1 = 0.206;
const K2 = 0.03;
const K3 = (1 + K1) / (1 + K2);
const STEPS = 16;

/** `hsl`: degrees and per cent. */
export function okhslToHex([hue = 0, saturation = 0, lightness = 0]: readonly number[]): string {
  const x = Math.min(1, lightness / 100);
  const light = (x * x + K1 * x) / (K3 * (x + K2));
  const angle = (hue * Math.PI) / 180;
  const at = (chroma: number): number[] =>
    toLinear(light, chroma * Math.cos(angle), chroma * Math.sin(angle));
  let [inside, outside] = [0, 0.4];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (inside + outside) / 2;
    if (at(middle).every((value) => value >= 0 && value <= 1)) inside = middle;
    else outside = middle;
  }
  return `#${at((inside * saturation) / 100)
    .map(toByte)
    .join('')}`;
}

/** Converts Oklab to linear sRGB. */
function toLinear(light: number, a: number, b: number): number[] {
  const long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function toByte(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
