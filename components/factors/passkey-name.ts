import type { Messages } from '@/lib/messages/catalog'

type DeviceName = keyof Messages['factors']['passkey']['names']

const systems: ReadonlyArray<[pattern: RegExp, name: DeviceName]> = [
  [/iPhone/, 'iphone'],
  [/iPad/, 'ipad'],
  [/Android/, 'android'],
  [/Mac OS X|Macintosh/, 'mac'],
  [/Windows/, 'windows'],
  [/CrOS/, 'chromebook'],
  [/Linux/, 'linux'],
]

/** The suggested name for a passkey of this device: its key in the messages, at `factors.passkey.names`. */
export function suggestPasskeyName(agent: string): DeviceName {
  return systems.find(([pattern]) => pattern.test(agent))?.[1] ?? 'other'
}
