const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/QQBrowser\//, 'QQ Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (marks: typeof BROWSERS, agent: string) => marks.find(([mark]) => mark.test(agent))?.[1];

/** "Chrome · Windows"; programs as they name themselves. */
export function browserName(agent: string): string {
  const names = [first(BROWSERS, agent), first(SYSTEMS, agent)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : agent.slice(0, 40);
}
