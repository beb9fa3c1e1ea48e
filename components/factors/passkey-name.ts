const systems: ReadonlyArray<[pattern: RegExp, name: string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android device'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Windows/, 'Windows device'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux device'],
]

/** A name to begin with for a passkey of this device. */
export function suggestPasskeyName(agent: string): string {
  return systems.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Passkey'
}
