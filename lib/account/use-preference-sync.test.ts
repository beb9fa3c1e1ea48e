import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/browser/api'
import { PreferenceSender } from './use-preference-sync'
import type { PreferencesChange } from './schema'

let sent: PreferencesChange[]
let noted: string[]
let answer: () => Promise<unknown>
let sender: PreferenceSender

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  noted = []
  answer = () => Promise.resolve()
  sender = new PreferenceSender({
    send: (change) => {
      sent.push(change)
      return answer()
    },
    keepUnsent: (names) => noted.push(names.join(' ')),
  })
})
afterEach(() => {
  sender.stop()
  vi.useRealTimers()
})

describe('the sender of preferences', () => {
  it('sends several changes at once, shortly after the last, and keeps them in the browser until then', async () => {
    sender.add({ theme: 'dark' })
    await vi.advanceTimersByTimeAsync(400)
    sender.add({ theme: 'light', zone: 'UTC' })
    await vi.advanceTimersByTimeAsync(599)
    expect([sent, noted.at(-1)]).toEqual([[], 'theme zone'])
    await vi.advanceTimersByTimeAsync(1)
    expect([sent, noted.at(-1)]).toEqual([[{ theme: 'light', zone: 'UTC' }], ''])
  })

  it('sends one request at a time, and then the changes made since', async () => {
    let finish: () => void = vi.fn<() => void>()
    answer = () => new Promise<void>((resolve) => (finish = resolve))
    sender.add({ theme: 'dark' })
    await vi.advanceTimersByTimeAsync(600)
    sender.add({ zone: 'UTC' })
    expect(noted.at(-1)).toBe('theme zone')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toEqual([{ theme: 'dark' }])
    answer = () => Promise.resolve()
    finish()
    await vi.advanceTimersByTimeAsync(600)
    expect([sent, noted.at(-1)]).toEqual([[{ theme: 'dark' }, { zone: 'UTC' }], ''])
  })

  it('keeps changes that could not be sent, tries again, and lets a later choice win', async () => {
    answer = () => Promise.reject(new ApiError(0, 'offline', 'offline'))
    sender.add({ theme: 'dark', zone: 'UTC' })
    await vi.advanceTimersByTimeAsync(600)
    expect([sent.length, noted.at(-1)]).toEqual([1, 'theme zone'])
    sender.add({ theme: 'light' })
    answer = () => Promise.resolve()
    // This happens when the connection comes back.
    await sender.flush()
    expect([sent.at(-1), noted.at(-1)]).toEqual([{ theme: 'light', zone: 'UTC' }, ''])
  })

  it('retries automatically', async () => {
    answer = () => Promise.reject(new ApiError(503, 'unavailable', 'down'))
    sender.add({ theme: 'dark' })
    await vi.advanceTimersByTimeAsync(600 + 20_000)
    expect(sent).toHaveLength(2)
    answer = () => Promise.resolve()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([sent.length, noted.at(-1)]).toEqual([3, ''])
  })

  it('drops changes that the server refuses', async () => {
    answer = () => Promise.reject(new ApiError(422, 'invalid', 'no'))
    sender.add({ theme: 'dark' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent.length, noted.at(-1)]).toEqual([1, ''])
  })
})
