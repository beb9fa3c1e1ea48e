import { describe, expect, it } from 'vitest'
import type { WireResult } from '@/lib/service/users'
import { judgeRows } from './results'
import type { AskedUser, RowIssue } from '@/lib/user-jobs/schema'
import type { KeptRow } from './row-store'

const row = (asked: Partial<AskedUser> = {}): KeptRow => ({
  position: 0,
  username: 'ann@example.com',
  asked: { username: 'ann@example.com', ...asked },
  password: null,
  hadPassword: false,
  state: 'sent',
  outcome: null,
  userId: null,
  issues: null,
})
const done: WireResult = { username: 'ann@example.com', userId: 'user_1', issues: [], sent: null }

const said = (level: RowIssue['level']): RowIssue => ({
  reason: 'REASON_X',
  level,
  field: 'FIELD_GROUPS',
  value: null,
  message: '',
  choices: [],
})
const judge = (kind: 'check' | 'run', result: Partial<WireResult>, others: Partial<WireResult>[] = []) =>
  judgeRows(
    kind,
    kind === 'check' ? 'validated' : 'completed',
    [row(), ...others.map((_, at) => Object.assign(row(), { position: at + 1, username: `o${at}@example.com` }))],
    [
      Object.assign({}, done, { userId: null }, result),
      ...others.map((other, at) => Object.assign({}, done, { username: `o${at}@example.com` }, other)),
    ],
  )[0]

describe('judging a row by the results of polls', () => {
  it('does not report a user as updated only because an earlier poll had the id', () => {
    const [first] = judgeRows('run', 'executing', [row()], [done])
    expect(first).toMatchObject({ state: 'ok', outcome: null, userId: 'user_1' })
    const kept: KeptRow = { ...row(), state: 'ok', userId: 'user_1' }
    expect(judgeRows('run', 'executing', [kept], [done])).toEqual([])
    expect(judgeRows('run', 'completed', [kept], [done])).toEqual([])
  })

  it('reports a user as updated when the id was in the file', () => {
    const [told] = judgeRows('run', 'completed', [row({ userId: 'user_1' })], [done])
    expect(told).toMatchObject({ state: 'ok', outcome: 'updated' })
  })

  it.each([
    ['run', 'fatal', 'user_1', 'failed'],
    ['run', 'error', 'user_1', 'warned'],
    ['run', 'warning', 'user_1', 'warned'],
    ['run', 'info', 'user_1', 'ok'],
    ['run', 'error', null, 'warned'],
    ['check', 'error', null, 'warned'],
    ['check', 'fatal', null, 'failed'],
  ] as const)('in a %s turns an issue of level %s and the id %s into the state %s', (kind, level, userId, state) => {
    expect(judge(kind, { userId, issues: [said(level)] })).toMatchObject({ state })
  })

  it('treats an error as fatal if others have an id and this row has none', () => {
    expect(judge('run', { issues: [said('error')] }, [{ userId: 'user_2' }])).toMatchObject({ state: 'failed' })
  })
})
