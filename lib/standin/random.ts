/** Deterministic random numbers: everything that the stand-in generates is a pure function of its seed and an index. */

/** Mixes three integers into 32 well-distributed bits (the finalizer of MurmurHash3 over a simple combination). */
export function mix(a: number, b: number, c = 0): number {
  let h =
    Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(c + 0x165667b1, 0x27d4eb2f)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  h ^= h >>> 16
  return h >>> 0
}

/** A 32-bit hash of a text. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  return mix(h >>> 0, text.length)
}

const hex8 = (value: number) => (value >>> 0).toString(16).padStart(8, '0')

/** 32 hexadecimal digits. */
export function makeHex(a: number, b: number, salt = 0): string {
  return [1, 2, 3, 4].map((word) => hex8(mix(a, b, Math.imul(salt, 8) + word))).join('')
}

/** A UUID in the format of version 4. */
export function makeUuid(a: number, b: number, salt = 0): string {
  const hex = makeHex(a, b, salt)
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** A small generator with its own state (mulberry32). */
export class Random {
  #state: number
  constructor(a: number, b: number, salt = 0) {
    this.#state = mix(a, b, salt)
  }
  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  /** An integer between `from` and `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }
  chance(probability: number): boolean {
    return this.next() < probability
  }
  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.next() * values.length)]
    if (value === undefined) throw new Error('cannot pick from an empty list')
    return value
  }
}

/** The element of a list for any number. */
export function choose<Value>(values: readonly Value[], index: number): Value {
  const value = values[Math.abs(Math.trunc(index)) % values.length]
  if (value === undefined) throw new Error('cannot choose from an empty list')
  return value
}

/**
 * An inspection's identifier. It encodes its index, so that a row is found by its id without a table: the first eight
 * digits are the index masked by a hash of the others.
 */
export function makeAuditId(seed: number, index: number): string {
  const tail = [1, 2, 3].map((word) => hex8(mix(seed, index, 0x51 + word))).join('')
  const hex = hex8((index ^ mix(seed, hashText(tail), 0x77)) >>> 0) + tail
  // The service has both: ids created by some devices are in upper case.
  return `audit_${index % 17 === 3 ? hex.toUpperCase() : hex}`
}

/** The index of an identifier made by `makeAuditId`, or null when this seed never made it. */
export function readAuditId(seed: number, id: string): number | null {
  if (!/^audit_[0-9a-fA-F]{32}$/.test(id)) return null
  const hex = id.slice(6).toLowerCase()
  const index = (Number.parseInt(hex.slice(0, 8), 16) ^ mix(seed, hashText(hex.slice(8)), 0x77)) >>> 0
  return makeAuditId(seed, index) === id ? index : null
}
