import * as z from 'zod'

/** One part of a pasted text, in the order of the text. */
export interface PastedAddress {
  /** The pasted text. */
  text: string
  name: string | null
  /** Null for text that is not an email address. */
  address: string | null
  /** Whether the same address occurred before, regardless of case. */
  isDuplicate: boolean
}

const addressCharsMax = 254
/** An email address that an account can have. */
export const emailAddress = z.email().max(addressCharsMax)
export const nameCharsMax = 100

/** A quoted name, `<…>`, a separator, whitespace, a word, or any other character. */
const tokens =
  /(?<quoted>"[^"\r\n]*")|<(?<inner>[^<>\r\n]*)>|(?<separator>[,;|\t\r\n]+)|(?<blank>\s+)|(?<word>[^\s,;|<>"]+|[<>"])/gu
/** Characters that often surround an address: brackets, quotes, the end of a sentence. */
const around = /^(?:mailto:)?[(['‘“]*(?:mailto:)?|[)\]'’”.:]+$/giu

/**
 * Reads email addresses from a text with any separators: commas, semicolons, bars, tabs, line breaks and spaces. Also
 * reads names: `Ann Archer <ann@example.com>`, `"Archer, Ann" <ann@example.com>` and `Ann Archer ann@example.com`.
 * Every part of the text is in exactly one entry, whether it is an address or not.
 */
export function parseAddresses(text: string): PastedAddress[] {
  const entries: PastedAddress[] = []
  const seen = new Set<string>()
  let names: string[] = []
  let startAt = -1

  const end = (at: number, given: string | null) => {
    if (startAt === -1) return
    const address = given === null ? null : readAddress(given)
    const key = address?.toLowerCase()
    entries.push({
      text: text.slice(startAt, at).trim(),
      name: address === null ? null : readName(names),
      address,
      isDuplicate: key !== undefined && seen.has(key),
    })
    if (key !== undefined) seen.add(key)
    names = []
    startAt = -1
  }

  for (const { 0: token, index, groups = {} } of text.matchAll(tokens)) {
    const { quoted, inner, separator, blank, word } = groups
    if (separator !== undefined) end(index, null)
    if (separator !== undefined || blank !== undefined) continue
    if (startAt === -1) startAt = index
    const endAt = index + token.length
    if (inner !== undefined) end(endAt, inner)
    // In `ann@example.com <ann@example.com>`, the first address is the name.
    else if (word?.includes('@') === true && !/^[^\S\t\r\n]*</.test(text.slice(endAt, endAt + 50))) end(endAt, word)
    else names.push(quoted === undefined ? (word ?? '') : quoted.slice(1, -1))
  }
  end(text.length, null)
  return entries
}

function readAddress(given: string): string | null {
  if (given.length > 2 * addressCharsMax) return null
  const parsed = emailAddress.safeParse(given.trim().replaceAll(around, ''))
  return parsed.success ? parsed.data : null
}

/** Reads a name. Null for the bullet or number of a list item. */
function readName(words: readonly string[]): string | null {
  const name = words
    .join(' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, nameCharsMax)
  return /\p{L}/u.test(name) && !name.includes('@') ? name.toWellFormed() : null
}
