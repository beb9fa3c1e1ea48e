import { isIP } from 'node:net'
import type { Wrong } from './env-parts'

/** Private addresses to which outgoing webhooks may be sent. */
export interface OutgoingAllow {
  /** Host names in lower case, whatever their addresses are. */
  hosts: readonly string[]
  ranges: ReadonlyArray<{ address: string; prefix: number; family: 'ipv4' | 'ipv6' }>
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

function readRange(text: string): OutgoingAllow['ranges'][number] | null {
  const [address = '', prefixText, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return null
  const longest = version === 4 ? 32 : 128
  const prefix = prefixText === undefined ? longest : Number(prefixText)
  if (prefixText === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > longest) return null
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Reads a list such as `hooks.example.internal, 10.20.0.0/16, fd00::1`. */
export function readOutgoing(env: { OUTGOING_ALLOW?: string | undefined }, wrong: Wrong): OutgoingAllow {
  const hosts: string[] = []
  const ranges: Array<OutgoingAllow['ranges'][number]> = []
  for (const part of (env.OUTGOING_ALLOW ?? '').split(',')) {
    const text = part.trim().toLowerCase()
    if (text === '') continue
    const range = readRange(text)
    if (range !== null) ranges.push(range)
    // Only digits and dots: this is a mistyped address.
    else if (hostName.test(text) && /[a-z]/.test(text)) hosts.push(text)
    else wrong('OUTGOING_ALLOW', 'has a part that is no host name, address or range such as 10.0.0.0/8')
  }
  return { hosts, ranges }
}
