import 'server-only'
import { isIP } from 'node:net'
import { isLoopback } from '@/lib/env-parts'

/** The site that passkeys are bound to. */
export interface RelyingParty {
  id: string
  /** The only origin whose responses are accepted. */
  origin: string
}

/**
 * The relying party of a console at `publicUrl`. Browsers create passkeys only for host names, never for IP addresses.
 * So a console on loopback uses `localhost`, however its address is written. Null: passkeys do not work at this
 * address.
 */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  if (isLoopback(url.hostname)) return { id: 'localhost', origin: `${url.protocol}//localhost${writePort(url)}` }
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: url.hostname, origin: url.origin } : null
}

function writePort({ port }: URL): string {
  return port === '' ? '' : `:${port}`
}
