import { describe, expect, it } from 'vitest'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { Service } from '@/lib/service/types'
import { exportCurrentUsers } from './current-users'
import { usersMax } from './values-model'

/** A service with this many users, in pages of 200. */
function withUsers(count: number): { service: Pick<Service, 'call'>; asked: () => number } {
  let asked = 0
  const call = (_name: string, { body }: { body: { page_token?: string } }) => {
    asked += 1
    const from = Number(body.page_token ?? 0)
    const to = Math.min(from + 200, count)
    const users = Array.from({ length: to - from }, (_, at) => ({
      user_id: `user_${from + at}`,
      email: `p${from + at}@x.example`,
      locale: 'en-IE',
    }))
    return Promise.resolve({ users, next_page_token: to < count ? String(to) : '' })
  }
  // Cast: only one operation is called.
  return { service: { call } as unknown as Pick<Service, 'call'>, asked: () => asked }
}

describe('the export of the current users', () => {
  it.each([
    [0, 0, false],
    [usersMax - 1, usersMax - 1, false],
    [usersMax, usersMax, false],
    [usersMax + 1, usersMax, true],
    [4 * usersMax, usersMax, true],
  ])('writes %i users as %i rows, and says whether there are more: %s', async (count, rows, isCut) => {
    const { service, asked } = withUsers(count)
    const told = await exportCurrentUsers({ service })
    expect(told).toMatchObject({ rows, isCut, source: 'service' })
    expect(told.csv.trim().split('\r\n')).toHaveLength(rows + 1)
    expect(asked()).toBeLessThanOrEqual(usersMax / 200 + 1)
  })

  it.each([
    [usersMax, false],
    [usersMax + 1, true],
  ])('falls back to %i users in results of jobs, and says whether there are more: %s', async (count, isCut) => {
    const service = { call: () => Promise.reject(new AppError('upstream_refused', 'It may not.')) }
    const users = Array.from({ length: count }, (_, at) => ({
      username: `p${at}@x.example`,
      user_id: `u${at}`,
      asked: {},
    }))
    const query = (text: string) => {
      const limit = Number(/limit (?<limit>\d+)/u.exec(text)?.groups?.['limit'])
      return Promise.resolve({ rows: users.slice(0, limit) })
    }
    // Casts: only one operation and one query are used.
    const db = { query } as unknown as Queryable
    const told = await exportCurrentUsers({ db, service: service as unknown as Pick<Service, 'call'> })
    expect(told).toMatchObject({ rows: usersMax, isCut, source: 'jobs' })
  })

  it('writes the language code in the form that upserts use', async () => {
    expect((await exportCurrentUsers(withUsers(1))).csv).toContain('LANGUAGE_EN_IE')
  })
})
