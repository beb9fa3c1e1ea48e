import 'server-only'
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

/**
 * 32 MB and about 60 ms per check (OWASP's second choice for scrypt). Each hash stores its cost, so that the cost can
 * be raised later.
 */
const cost = { log2N: 15, r: 8, p: 1 }
const keyBytes = 32
const maxmem = 128 * 1024 * 1024

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}

/** Hashes a password: `scrypt$log2N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, { N: 2 ** cost.log2N, r: cost.r, p: cost.p, maxmem })
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * A hash with the current cost that matches no password. It is checked for unknown people, so that they take as long.
 */
const nobody = [
  'scrypt',
  cost.log2N,
  cost.r,
  cost.p,
  randomBytes(16).toString('base64url'),
  randomBytes(32).toString('base64url'),
].join('$')

/**
 * Whether a password matches a stored hash. Null (no such person) does the same work and is false. A hash that cannot
 * be read is false too.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored ?? nobody)
  if (parsed === null) return false
  const [, log2N = '', r = '', p = '', salt = '', key = ''] = parsed
  const expected = Buffer.from(key, 'base64url')
  const options = { N: 2 ** Number(log2N), r: Number(r), p: Number(p), maxmem }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), options)
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null
}
