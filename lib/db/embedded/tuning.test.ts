import { describe, expect, it } from 'vitest'
import { chooseSettings, readMemoryMb } from './tuning'

const cacheOf = (memoryMb: number) => chooseSettings({ memoryMb, isThrowaway: false }).shared_buffers

describe('the cache of the private PostgreSQL', () => {
  it('is an eighth of the memory, within bounds', () => {
    expect(cacheOf(512)).toBe('128MB')
    expect(cacheOf(4_096)).toBe('512MB')
    expect(cacheOf(262_144)).toBe('2048MB')
  })

  it('is small for throwaway servers, because tests run several at once', () => {
    expect(chooseSettings({ memoryMb: 16_384, isThrowaway: true }).shared_buffers).toBe('32MB')
  })

  it('is based on a plausible amount of memory', () => {
    expect(readMemoryMb()).toBeGreaterThan(0)
    expect(readMemoryMb()).toBeLessThanOrEqual(16 * 1024 * 1024)
  })
})
