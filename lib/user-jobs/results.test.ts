import { describe, expect, it } from 'vitest'
import type { WireResult } from '@/lib/service/users'
import { judgeRows } from './results'
import type { AskedUser } from './schema'
import type { KeptRow } from './store'

const row = (asked: Partial<AskedUser> = {}): KeptRow => ({
  position: 0,
  username: 'ann@example.com',
  asked: { username: 'ann@example.com', ...asked },
  password: null,
  hadPassword: false,
  state: 'sent',
  outcome: null,
  userId: null,
  faults: null,
})
const done: WireResult = { username: 'ann@example.com', userId: 'user_1', faults: [], outcome: null, sent: null }

describe('what polls tell of a row', () => {
  it('does not call a user updated because the poll before told its id', () => {
    const [first] = judgeRows('run', 'executing', [row()], [done])
    expect(first).toMatchObject({ state: 'ok', outcome: null, userId: 'user_1' })
    const kept: KeptRow = { ...row(), state: 'ok', userId: 'user_1' }
    expect(judgeRows('run', 'executing', [kept], [done])).toEqual([])
    expect(judgeRows('run', 'completed', [kept], [done])).toEqual([])
  })

  it('calls one updated whose id was in the file', () => {
    const [told] = judgeRows('run', 'completed', [row({ userId: 'user_1' })], [done])
    expect(told).toMatchObject({ state: 'ok', outcome: 'updated' })
  })
})
