import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'
import { systemClock } from '@/lib/clock'
import { defaultTrustedProxies } from '@/lib/env-address'
import { processWide } from '@/lib/process-wide'

/**
 * Next hands handlers no socket, and fills X-Forwarded-For only when the client sent none, so that header alone is
 * whatever a client likes to say. Node announces every request before anyone sees it; there we note the socket's address
 * in a header of our own, over whatever a client put there.
 */
const peerHeader = 'x-sightline-peer'
/** Most hops that are read; no real setup has more front servers. */
const hopsMax = 32
const untrustedKept = 8

interface RequestStart {
  request: IncomingMessage
}

/** A peer that sent X-Forwarded-For and is not trusted to. */
export interface UntrustedProxy {
  address: string
  requests: number
  /** Milliseconds since the epoch. */
  lastAt: number
}

interface Shared {
  /** Apart, because a network of IPv6 may hold all of IPv4 in its mapped form. */
  trusted: Record<4 | 6, BlockList>
  untrusted: Map<string, UntrustedProxy>
}

const shared = () =>
  processWide<Shared>('client-addresses', () => ({
    trusted: readNetworks(defaultTrustedProxies),
    untrusted: new Map(),
  }))

/** @param networks addresses and networks (`10.0.0.0/8`), checked by the settings */
function readNetworks(networks: readonly string[]): Shared['trusted'] {
  const lists = { 4: new BlockList(), 6: new BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address)
    if (family === 4) lists[4].addSubnet(address, Number(bits ?? 32), 'ipv4')
    else if (family === 6) lists[6].addSubnet(address, Number(bits ?? 128), 'ipv6')
  }
  return lists
}

/** The proxies whose X-Forwarded-For counts in this process from now on. */
export function setTrustedProxies(networks: readonly string[]): void {
  shared().trusted = readNetworks(networks)
  shared().untrusted.clear()
}

/** Notes the socket's address on one request, for those that came before `trackClientAddresses`. */
export function notePeer({ headers, socket }: IncomingMessage): void {
  headers[peerHeader] = socket.remoteAddress ?? 'unknown'
}

/** Notes the socket's address on every request of this process. Called once at boot, before the server listens. */
export function trackClientAddresses(trustedProxies: readonly string[]): void {
  setTrustedProxies(trustedProxies)
  processWide('client-addresses-tracked', () => {
    subscribe('http.server.request.start', (message) => notePeer((message as RequestStart).request))
    return true
  })
}

/**
 * One address in its usual spelling, or null: IPv6 short, IPv4 in IPv6 form as IPv4, without port, brackets and zone.
 */
export function readAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 64) return null
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1]
  const withPort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1]
  const bare = (bracketed ?? withPort ?? trimmed).replace(/%[\w.-]+$/, '')
  const family = isIP(bare)
  if (family === 4) return bracketed === undefined ? bare : null
  if (family !== 6) return null
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address
}

function isTrusted(address: string): boolean {
  const { trusted } = shared()
  return isIP(address) === 4 ? trusted[4].check(address, 'ipv4') : trusted[6].check(address, 'ipv6')
}

/**
 * The client address: the right-most hop of X-Forwarded-For that is not one of our front servers, if the request came
 * through one, otherwise the socket's own. Hops to the left of it, or of one that is not an address, cannot be trusted.
 * Without a server in this process (tests) the peer counts as trusted.
 */
export function clientAddress(headers: Pick<Headers, 'get'>): string {
  const noted = headers.get(peerHeader)
  const peer = noted === null ? null : readAddress(noted)
  if (noted !== null && peer === null) return ''
  const forwarded = headers.get('x-forwarded-for')
  if (peer !== null && !isTrusted(peer)) {
    // Next itself puts the socket's address there when the client sent none.
    if (forwarded !== null && readAddress(forwarded) !== peer) noteUntrusted(peer)
    return peer
  }
  return readForwarded(forwarded ?? '', peer ?? '')
}

/** Walks the hops from the right, as long as they are ours. `nearest` is the peer of our socket. */
function readForwarded(forwarded: string, nearest: string): string {
  let client = nearest
  let end = forwarded.length
  for (let hops = 0; end > 0 && hops < hopsMax; hops += 1) {
    const comma = forwarded.lastIndexOf(',', end - 1)
    const hop = readAddress(forwarded.slice(comma + 1, end))
    if (hop === null) break
    client = hop
    if (!isTrusted(hop)) break
    end = comma
  }
  return client
}

function noteUntrusted(address: string): void {
  const { untrusted } = shared()
  const requests = (untrusted.get(address)?.requests ?? 0) + 1
  untrusted.delete(address)
  if (untrusted.size >= untrustedKept) {
    const oldest = untrusted.keys().next().value
    if (oldest !== undefined) untrusted.delete(oldest)
  }
  untrusted.set(address, { address, requests, lastAt: systemClock.now() })
}

/** Untrusted senders of X-Forwarded-For, newest first; the last few since the start of this process. */
export function readUntrustedProxies(): UntrustedProxy[] {
  return [...shared().untrusted.values()].toReversed()
}
