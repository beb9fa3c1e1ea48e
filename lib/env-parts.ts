import { isIP } from 'node:net'

/** Functions that the readers of settings share. */

/** Reports a wrong variable. `problem` continues the sentence that begins with its name, and never contains a value. */
export type Wrong = (name: string, problem: string) => void

/** The URL, or null when the text is not a URL with one of these protocols. */
export function parseUrl(text: string, protocols: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return protocols.includes(url.protocol) && url.hostname !== '' ? url : null
}

/** True for the addresses that only this machine can reach. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/** Whether each percent sign of a text encodes a character. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
