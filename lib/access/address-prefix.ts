import { isIP } from 'node:net'

/**
 * The networks by which requests from an address are counted: /64 and /48 for IPv6, and the single address for IPv4.
 */
export interface AddressPrefixes {
  /** The size of one household: a /64, or one IPv4 address. */
  near: string
  /** The size of one site: a /48. The same as `near` for IPv4. */
  wide: string
}

function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** @param address as `clientAddress` returns it; anything else is counted unchanged */
export function addressPrefixes(address: string): AddressPrefixes {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return { near: mapped, wide: mapped }
  if (isIP(address) !== 6) return { near: address, wide: address }
  const groups = expand(address)
  return { near: groups.slice(0, 4).join(':'), wide: `${groups.slice(0, 3).join(':')}/48` }
}

/** One address or household, as a key of counters. */
export function addressKey(address: string): string {
  return addressPrefixes(address).near
}
