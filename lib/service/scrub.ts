/**
 * Removes the token from everything that the service returns. Each match is overwritten with stars of the same length,
 * so that Content-Length and byte ranges stay correct.
 */
export interface Scrubber {
  text(value: string): string
  /** The same bytes if there is no match, otherwise a copy. */
  bytes(value: Buffer): Buffer
  /** For a body in chunks: also finds a token that is split between two chunks. */
  stream(): StreamScrubber
}

export interface StreamScrubber {
  push(chunk: Buffer): Buffer
  /** The bytes held back at the end; nearly always empty. */
  end(): Buffer
}

const star = 0x2a
const empty = Buffer.alloc(0)

/** Encodings in which the token may be echoed: plain, in a JSON string, in a URL, and in base64. */
function spellingsOf(token: string): string[] {
  return [
    ...new Set([
      token,
      JSON.stringify(token).slice(1, -1),
      token.replaceAll('/', '\\/'),
      encodeURIComponent(token),
      Buffer.from(token).toString('base64'),
      Buffer.from(`Bearer ${token}`).toString('base64'),
    ]),
  ]
}

/** A scrubber for one token. */
export function createScrubber(token: string): Scrubber {
  const spellings = spellingsOf(token)
  const needles = spellings.map((spelling) => Buffer.from(spelling))
  const longest = Math.max(...needles.map((needle) => needle.length))

  const bytes = (value: Buffer): Buffer => {
    let clean = value
    for (const needle of needles) {
      let at = clean.indexOf(needle)
      if (at === -1) continue
      if (clean === value) clean = Buffer.from(value)
      for (; at !== -1; at = clean.indexOf(needle, at + needle.length)) clean.fill(star, at, at + needle.length)
    }
    return clean
  }

  const firstBytes = [...new Set(needles.map((needle) => needle[0] ?? 0))]

  /** Length of the longest end of `value` that could be the start of a needle. */
  const openEnd = (value: Buffer): number => {
    const from = Math.max(0, value.length - longest + 1)
    const tail = value.subarray(from)
    let longestOpen = 0
    // Only where a needle's first byte occurs: nearly every end of a chunk needs just a few searches.
    for (const first of firstBytes)
      for (let at = tail.indexOf(first); at !== -1; at = tail.indexOf(first, at + 1)) {
        const length = tail.length - at
        if (length <= longestOpen) break
        for (const needle of needles)
          if (length < needle.length && tail.compare(needle, 0, length, at) === 0) longestOpen = length
      }
    return longestOpen
  }

  return {
    text: (value) => {
      let clean = value
      for (const spelling of spellings)
        if (clean.includes(spelling)) clean = clean.replaceAll(spelling, '*'.repeat(spelling.length))
      return clean
    },
    bytes,
    stream: () => {
      let held = empty
      return {
        push: (chunk) => {
          const clean = bytes(held.length === 0 ? chunk : Buffer.concat([held, chunk]))
          const open = openEnd(clean)
          // A copy, so that a few bytes do not keep a whole chunk in memory.
          held = open === 0 ? empty : Buffer.from(clean.subarray(clean.length - open))
          return open === 0 ? clean : clean.subarray(0, clean.length - open)
        },
        end: () => {
          const rest = held
          held = empty
          return rest
        },
      }
    },
  }
}
