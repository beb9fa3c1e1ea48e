import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password'

/** Processor time of a refused check, in microseconds. */
async function measure(hash: string | null): Promise<number> {
  const from = process.cpuUsage()
  await verifyPassword('wrong', hash)
  const { user, system } = process.cpuUsage(from)
  return user + system
}
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

describe('a password', () => {
  it('matches only its own hashes, which are all different', async () => {
    const [first, second] = await Promise.all([hashPassword('pässwörd 1'), hashPassword('pässwörd 1')])
    expect(first).not.toBe(second)
    expect(first).not.toContain('pässwörd')
    expect(await verifyPassword('pässwörd 1', first)).toBe(true)
    expect(await verifyPassword('pässwörd 1'.normalize('NFD'), first)).toBe(true)
    expect(await verifyPassword('pässwörd 2', first)).toBe(false)
    expect(await verifyPassword('', first)).toBe(false)
  })

  it('never matches a hash that cannot be read', async () => {
    for (const stored of ['', 'x', 'scrypt$15$8$1$$', 'plain:pässwörd'])
      expect(await verifyPassword('pässwörd 1', stored)).toBe(false)
  })

  it('takes as long for an unknown person as for a known one', { tags: ['S14', 'full'] }, async () => {
    const stored = await hashPassword('right')
    // Measures processor time, because other work on the machine affects wall-clock time. A skipped hash would take no
    // time. Both cases alternate, so that a slower processor affects them equally.
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let run = 0; run < 9; run += 1) {
      known.push(await measure(stored))
      unknown.push(await measure(null))
    }
    expect(median(unknown) / median(known)).toBeGreaterThan(0.7)
    expect(median(unknown) / median(known)).toBeLessThan(1.4)
  })
})
