// Names a browser in a list of devices. User agent strings also contain the names of other browsers, so the order of
// the tables matters.

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns a name such as `Firefox on Android`. */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]): string | undefined =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = find(SYSTEMS);
  return (find(BROWSERS) ?? 'Browser') + (system ? ` on ${system}` : '');
}
