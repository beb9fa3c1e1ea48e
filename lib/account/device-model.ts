import { serverText } from '@/lib/server-text'

/**
 * Names in User-Agent headers, the most specific first: most browsers also name the browsers that they descend from.
 */
const browsers: ReadonlyArray<[RegExp, string]> = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]

const systems: ReadonlyArray<[RegExp, string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (names: ReadonlyArray<[RegExp, string]>, agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/**
 * The device behind a User-Agent header, as a server text: `Firefox on Windows`. It never contains a part of the header
 * itself, because anyone can send anything there.
 */
export function describeDevice(agent: string): string {
  const browser = find(browsers, agent)
  const system = find(systems, agent)
  if (browser !== null && system !== null) return serverText('account.device.known', { browser, system })
  if (browser !== null) return browser
  return system === null
    ? serverText('account.device.unknown')
    : serverText('account.device.unknownBrowser', { system })
}
