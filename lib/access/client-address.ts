import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'
import { systemClock } from '@/lib/clock'
import { defaultTrustedProxies } from '@/lib/env-address'
import { processWide } from '@/lib/process-wide'

/**
 * Next gives handlers no socket, and sets X-Forwarded-For only when the client sent none, so a client can put anything
 * into it. Node announces every request before any other code sees it. At that moment we store the socket's address in
 * a header of our own, and replace what the client sent in that header.
 */
const peerHeader = 'x-sightline-peer'
/** The most hops that are read. No real setup has more proxies. */
const hopsMax = 32
const untrustedKept = 8

interface RequestStart {
  request: IncomingMessage
}

/** A peer that sent X-Forwarded-For although it is not trusted. */
export interface UntrustedProxy {
  address: string
  requests: number
  /** Milliseconds since the epoch. */
  lastAt: number
}

interface Shared {
  /** By IP version, because an IPv6 network may contain all IPv4 addresses in mapped form. */
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

/** Stores the socket's address on a request that arrived before `trackClientAddresses` was called. */
export function notePeer({ headers, socket }: IncomingMessage): void {
  headers[peerHeader] = socket.remoteAddress ?? 'unknown'
}

/** Stores the socket's address on every request of this process. Called once at boot, before the server listens. */
export function trackClientAddresses(trustedProxies: readonly string[]): void {
  setTrustedProxies(trustedProxies)
  processWide('client-addresses-tracked', () => {
    subscribe('http.server.request.start', (message) => notePeer((message as RequestStart).request))
    return true
  })
}

/**
 * An address in its usual spelling, or null when it is not an address. IPv6 is shortened, IPv4-mapped IPv6 becomes
 * IPv4, and port, brackets and zone are removed.
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
 * The address of the client. For a request from a trusted proxy, this is the right-most hop of X-Forwarded-For that is
 * not a trusted proxy. For other requests, it is the address of the socket. Hops to the left of the client, or of a hop
 * that is not an address, cannot be trusted. Without a server in this process (tests), the peer counts as trusted.
 */
export function clientAddress(headers: Pick<Headers, 'get'>): string {
  const noted = headers.get(peerHeader)
  const peer = noted === null ? null : readAddress(noted)
  if (noted !== null && peer === null) return ''
  const forwarded = headers.get('x-forwarded-for')
  if (peer !== null && !isTrusted(peer)) {
    // Next sets the header to the socket's address when the client sent none.
    if (forwarded !== null && readAddress(forwarded) !== peer) noteUntrusted(peer)
    return peer
  }
  return readForwarded(forwarded ?? '', peer ?? '')
}

/** Walks the hops from the right, as long as they are trusted. `nearest` is the peer of our socket. */
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

/** Untrusted senders of X-Forwarded-For, newest first: the last few since this process started. */
export function readUntrustedProxies(): UntrustedProxy[] {
  return [...shared().untrusted.values()].toReversed()
}
