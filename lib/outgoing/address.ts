import 'server-only'
import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { OutgoingAllow } from '@/lib/env-outgoing'
import { invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/**
 * Decides where outgoing webhooks may be sent: over https, to public addresses, and to private addresses that a setting
 * lists. Connections use the address that was checked, so it does not matter if the name resolves to another address
 * later.
 */

export type Lookup = (hostname: string) => Promise<LookupAddress[]>

/** Resolves a name as the operating system does, including `/etc/hosts`. */
export const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/** IPv4 addresses that do not belong to the public internet (IANA special-purpose registry). */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Exceptions within 2000::/3: addresses for documentation, and tunnels that contain an IPv4 address. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listRanges(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
const notPublic4 = listRanges(special4, 'ipv4')
const notPublic6 = listRanges(special6, 'ipv6')
/** All other IPv6 addresses are local, mapped, translated or not assigned. */
const global6 = listRanges(['2000::/3'], 'ipv6')

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic4.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

const isListed = (address: string, { ranges }: OutgoingAllow) => {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(range.address, range.prefix, range.family)
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** The host of an address as the settings list it: without brackets and without a final dot. */
export const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const invalidUrl = (text: string) => invalidField('url', text)

/**
 * Reads the address of a target. The URL parser has already converted decimal, octal and hexadecimal forms of IPv4 to
 * dotted form.
 * @throws AppError invalid, naming `url`
 */
export function readTargetUrl(text: string, allow: OutgoingAllow): URL {
  if (!URL.canParse(text)) throw invalidUrl(serverText('outgoing.url.unreadable'))
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.hostname === '') throw invalidUrl(serverText('outgoing.url.notHttps'))
  if (url.username !== '' || url.password !== '') throw invalidUrl(serverText('outgoing.url.credentials'))
  const host = bareHost(url)
  if (isIP(host) !== 0 && !mayReach(host, host, allow)) throw invalidUrl(serverText('outgoing.failed.private'))
  url.hash = ''
  return url
}

const mayReach = (host: string, address: string, allow: OutgoingAllow) =>
  isPublicAddress(address) || allow.hosts.includes(host) || isListed(address, allow)

/**
 * The addresses of a host, if connections to all of them are allowed. If one is not allowed, all are refused:
 * otherwise, a name with a public and a private address would lead to the private one.
 * @returns null when connections to the host are not allowed
 * @throws the error of the lookup
 */
export async function resolveAllowed(url: URL, allow: OutgoingAllow, lookup: Lookup): Promise<LookupAddress[] | null> {
  const host = bareHost(url)
  const addresses = await lookup(host)
  const isFine = addresses.length > 0 && addresses.every(({ address }) => mayReach(host, address, allow))
  return isFine ? addresses : null
}
