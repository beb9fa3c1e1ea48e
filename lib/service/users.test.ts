import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import type { Service } from './types'
import {
  getUserJob,
  initializeUserJob,
  listUserJobs,
  listUsers,
  readUsers,
  searchUsers,
  startUserJob,
  upsertUsers,
} from './users'
import { readPhase } from './user-job-shapes'

/** A service that returns given responses, and records the requests. */
function answering(...answers: unknown[]) {
  const asked: Array<{ name: string; params?: unknown; body?: unknown }> = []
  const call = (name: string, input: object) => {
    asked.push({ name, ...input })
    return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1])
  }
  // Cast: each test calls one operation, and gives the response to read.
  return { service: { call } as unknown as Pick<Service, 'call'>, asked }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof AppError ? error.code : 'another error'),
  )

describe('writing users', () => {
  it('sends only the given fields', async () => {
    const { service, asked } = answering({ job_id: 'j1' })
    await initializeUserJob(
      service,
      [
        { username: 'a@x.example' },
        {
          username: 'b@x.example',
          userId: 'user_1',
          firstName: 'B',
          lastName: 'C',
          password: 'long enough',
          seatType: 'SUBSCRIPTION_SEAT_TYPE_LITE',
          timezone: 'Europe/Dublin',
          status: 'USER_ACTIVE_STATUS_ACTIVE',
          language: 'LANGUAGE_EN_US',
          permissionSet: { name: 'Inspector' },
          groups: { add: [{ id: 'g1' }], remove: [{ name: '*' }] },
          sites: { add: [], remove: [] },
          attributes: [{ name: 'Shift', values: ['Early', 'Late'] }],
        },
      ],
      'j1',
    )
    expect(asked).toEqual([
      {
        name: 'createUpsertJob',
        body: {
          job_id: 'j1',
          users: [
            { user: { username: 'a@x.example' } },
            {
              user: {
                username: 'b@x.example',
                user_id: 'user_1',
                first_name: 'B',
                last_name: 'C',
                password: 'long enough',
                seat_type: 'SUBSCRIPTION_SEAT_TYPE_LITE',
                timezone: 'Europe/Dublin',
                status: 'USER_ACTIVE_STATUS_ACTIVE',
                language: 'LANGUAGE_EN_US',
                permission_set: { name: 'Inspector' },
                groups: { add_references: [{ id: 'g1' }], remove_references: [{ name: '*' }] },
                attributes: [
                  { reference: { name: 'Shift' }, values: [{ string_value: 'Early' }, { string_value: 'Late' }] },
                ],
              },
            },
          ],
        },
      },
    ])
  })

  it('says at the start whether it is a dry run', async () => {
    const { service, asked } = answering({})
    await startUserJob(service, 'j1', { validateOnly: true })
    expect(asked).toEqual([{ name: 'startUpsertJob', params: { jobId: 'j1' }, body: { validate_only: true } }])
  })
})

describe('the job to which users were added', () => {
  it.each([
    [{ job_id: 'j1' }, 'j1'],
    [{ job: { id: 'j1' } }, 'j1'],
    [{ job: { job_id: 'j1' } }, 'j1'],
    [{ id: 'j1', job: 'x' }, 'j1'],
  ])('is found in %j', async (answer, remoteId) => {
    expect(await initializeUserJob(answering(answer).service, [{ username: 'a' }])).toEqual({ remoteId })
  })

  it.each([[{}], [null], [[]], [{ job_id: '../x' }], [{ job_id: '' }]])('is not found in %j', async (answer) => {
    expect(await codeOf(initializeUserJob(answering(answer).service, [{ username: 'a' }]))).toBe('upstream_unknown')
  })
})

describe('states of jobs', () => {
  it.each([
    ['STATUS_PENDING', 'starting'],
    ['STATUS_VALIDATING', 'validating'],
    ['STATUS_VALIDATED', 'validated'],
    ['STATUS_VALIDATED_WITH_ERRORS', 'validated'],
    ['STATUS_EXECUTING', 'executing'],
    ['STATUS_COMPLETED', 'completed'],
    ['STATUS_COMPLETED_WITH_ERRORS', 'completed'],
    ['STATUS_ERRORED', 'errored'],
    ['STATUS_CANCELLED', 'cancelled'],
    ['STATUS_HALTED', 'unknown'],
    ['toString', 'unknown'],
    [null, 'unknown'],
  ] as const)('%s is read as the phase %s', (state, phase) => {
    expect(readPhase(state)).toBe(phase)
  })
})

describe('reading a job', () => {
  const error = {
    reason: 'REASON_GROUP_REFERENCE_AMBIGUOUS',
    field_hint: 'FIELD_GROUPS',
    value_hint: 'Night shift',
    message: 'ambiguous',
    level: 'LEVEL_ERROR',
    details: { ambiguous_reference: { possible_references: [{ id: 'g1', name: 'Night shift' }, { id: 'g2' }, 'x'] } },
  }
  const entries = [{ user: { username: 'a@x.example' }, user_id: 'user_1', errors: [error] }, null]
  const head = { status: 'STATUS_EXECUTING', created_at: '2026-11-20T10:00:00Z', colour: 'red' }
  it.each([
    ['under job', { job: { id: 'j1', ...head, users: entries } }],
    ['without a wrapper', { id: 'j1', ...head, users: entries }],
    ['in a list called results', { job_id: 'j1', ...head, results: entries }],
    ['without an id', { job: { ...head, users: entries } }],
  ])('finds its state and results %s', async (_, answer) => {
    expect(await getUserJob(answering(answer).service, 'j1')).toMatchObject({
      remoteId: 'j1',
      state: 'STATUS_EXECUTING',
      phase: 'executing',
      createdAt: '2026-11-20T10:00:00.000Z',
      total: 2,
      rest: { colour: 'red' },
      results: [
        {
          username: 'a@x.example',
          userId: 'user_1',
          issues: [
            {
              reason: 'REASON_GROUP_REFERENCE_AMBIGUOUS',
              level: 'error',
              field: 'FIELD_GROUPS',
              value: 'Night shift',
              choices: [
                { id: 'g1', name: 'Night shift' },
                { id: 'g2', name: 'g2' },
              ],
            },
          ],
        },
        { username: null, issues: [] },
      ],
    })
  })

  it('returns its figures', async () => {
    const told = {
      job: {
        id: 'j',
        status: 'X',
        total_users: 5,
        failed_users: 2,
        created_by: { name: 'Ann' },
        validate_only: true,
      },
    }
    expect(await getUserJob(answering(told).service, 'j')).toMatchObject({
      total: 5,
      failed: 2,
      by: 'Ann',
      isCheck: true,
      phase: 'unknown',
      state: 'X',
    })
  })

  it('counts an unreadable error as one that prevented the write', async () => {
    const told = { job: { id: 'j', users: [{ user: { username: 'a' }, errors: ['text', {}] }] } }
    const job = await getUserJob(answering(told).service, 'j')
    expect(job.results[0]?.issues.map(({ level }) => level)).toEqual(['fatal', 'fatal'])
  })

  it.each([[{}], [null], ['x'], [[]]])('fails on %j', async (answer) => {
    expect(await codeOf(getUserJob(answering(answer).service, 'j1'))).toBe('upstream_failed')
  })

  it('removes a password that the service repeats in its messages', async () => {
    const secret = 'canary-0000'
    const errors = [
      { reason: 'REASON_PASSWORD_INVALID', value_hint: secret, message: `“${secret}” is too common` },
      { reason: 'REASON_X', field_hint: 'FIELD_PASSWORD', value_reference: { id: secret }, message: `bad: ${secret}` },
    ]
    const job = await getUserJob(
      answering({ job: { id: 'j', users: [{ user: { username: 'a' }, errors }] } }).service,
      'j',
    )
    expect(job.results[0]?.issues).toHaveLength(2)
    expect(JSON.stringify(job.results[0]?.issues)).not.toContain(secret)
  })
})

describe('lists', () => {
  it('of jobs are read page by page', async () => {
    const jobs = [{ id: 'j1', status: 'STATUS_COMPLETED' }, { job_id: 'j2' }, {}]
    const { service, asked } = answering({ jobs, next_page_token: 't2' })
    const page = await listUserJobs(service, { pageToken: 't1' })
    expect([page.jobs.map(({ remoteId }) => remoteId), page.nextPageToken]).toEqual([['j1', 'j2'], 't2'])
    expect(asked[0]?.body).toEqual({ page_token: 't1' })
  })

  it('of users are read with both spellings of their fields', async () => {
    const users = [
      { id: 'user_1', email: 'a@x.example', firstname: 'A', lastname: 'B' },
      { user_id: 'user_2', username: 'c@x.example', first_name: 'C', locale: 'en-IE' },
      { email: 'nobody' },
    ]
    const page = await listUsers(answering({ users, next_page_token: '' }).service)
    expect(page.nextPageToken).toBeNull()
    expect(page.users).toMatchObject([
      { userId: 'user_1', email: 'a@x.example', firstName: 'A', lastName: 'B', locale: null },
      { userId: 'user_2', email: 'c@x.example', firstName: 'C', lastName: null, locale: 'en-IE' },
    ])
  })

  it('of addresses are searched a hundred at a time', async () => {
    const { service, asked } = answering({ users: [] })
    await searchUsers(
      service,
      Array.from({ length: 250 }, (_, at) => `p${at}@x.example`),
    )
    expect(asked.map(({ body }) => (body as { email: string[] }).email.length)).toEqual([100, 100, 50])
  })

  it('of ids are read two hundred at a time, and never return more than requested', async () => {
    const one = { user_id: 'user_0', email: 'a@x.example', seat_type: 'SUBSCRIPTION_SEAT_TYPE_LITE' }
    // A service that does not know the filter returns everybody: further pages are not the requested users.
    const { service, asked } = answering({
      users: [one, { user_id: 'user_x', email: 'x@x.example' }],
      next_page_token: 't',
    })
    const ids = Array.from({ length: 250 }, (_, at) => `user_${at}`)
    const users = await readUsers(service, ids)
    expect(
      asked.map(({ name, body }) => [name, (body as { filters: { user_ids: string[] } }).filters.user_ids.length]),
    ).toEqual([
      ['listUsers', 200],
      ['listUsers', 50],
    ])
    expect(asked[0]?.body).toMatchObject({ page_size: 200 })
    expect(asked[0]?.body).not.toHaveProperty('list_all')
    expect(users.map(({ userId, seatType }) => [userId, seatType])).toEqual([['user_0', 'SUBSCRIPTION_SEAT_TYPE_LITE']])
  })
})

describe('an immediate upsert', () => {
  const told = [
    { user_id: 'user_1', errors: [] },
    { user_id: '', errors: [{ reason: 'R', level: 'LEVEL_FATAL' }] },
  ]
  const users = [{ username: 'a' }, { username: 'b' }]
  it.each([
    ['results', { results: told }],
    ['users', { users: told }],
    ['no wrapper', told],
  ])('reports on each user in a response with %s', async (_, answer) => {
    const { service, asked } = answering(answer)
    const results = await upsertUsers(service, users, { validateOnly: false })
    expect(results.map(({ userId, issues }) => [userId, issues.map(({ level }) => level)])).toEqual([
      ['user_1', []],
      [null, ['fatal']],
    ])
    expect(asked[0]?.body).toEqual({ users: [{ user: { username: 'a' } }, { user: { username: 'b' } }] })
  })

  it.each([[{}], [{ results: told.slice(1) }]])('has an unknown outcome if its response is %j', async (answer) => {
    expect(await codeOf(upsertUsers(answering(answer).service, users, { validateOnly: true }))).toBe('upstream_unknown')
  })
})
