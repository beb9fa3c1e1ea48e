import { describe, expect, it } from 'vitest'
import { standinOptions } from './standin-options'

describe("the demo's stand-in", () => {
  it('is live by default, so that its people keep working', () => {
    expect(standinOptions('/data', {}).live).toBe(true)
    expect(standinOptions('/data', { live: false }).live).toBe(false)
  })

  it('is on loopback, without fault control, and has its data next to ours', { tags: ['S32'] }, () => {
    expect(standinOptions('/data', {})).toMatchObject({ host: '127.0.0.1', control: false, dataDir: '/data/standin' })
    expect(() => standinOptions('/data', { host: '0.0.0.0' })).toThrow('host')
  })
})
