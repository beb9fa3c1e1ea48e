import { describe, expect, it } from 'vitest'
import { readAccountName, readConnectedAccount } from './connected-account'

describe('the name of the connected account', () => {
  it('is the name of the person, or the email address without a name', () => {
    expect(readAccountName({ firstname: 'Robin', lastname: 'Sayers', email: 'r@example.com' })).toBe('Robin Sayers')
    expect(readAccountName({ lastname: 'Sayers' })).toBe('Sayers')
    expect(readAccountName({ email: 'r@example.com' })).toBe('r@example.com')
    for (const answer of [null, 'text', {}, { firstname: 5 }]) expect(readAccountName(answer)).toBeNull()
  })

  it('is requested once an hour, or once a minute while there is no response', async () => {
    let asked = 0
    let isDown = true
    const whoAmI = async () => {
      asked += 1
      if (isDown) throw new Error('down')
      return { firstname: 'Robin' }
    }
    const at = (minutes: number) => readConnectedAccount(whoAmI, 1_000_000_000 + minutes * 60_000)
    expect([await at(0), await at(0.5), asked]).toEqual([null, null, 1])
    isDown = false
    expect(await Promise.all([at(1), at(1)])).toEqual(['Robin', 'Robin'])
    expect([await at(60), asked]).toEqual(['Robin', 2])
    expect([await at(61), asked]).toEqual(['Robin', 3])
  })
})
