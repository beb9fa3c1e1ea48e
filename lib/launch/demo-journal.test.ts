import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import type { Service } from '@/lib/service/types'
import { createRemote, listRemote } from '@/lib/webhooks/remote'
import { journalSubscribing } from './demo-journal'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate activity cascade'))

const url = 'http://127.0.0.1:3000/api/webhooks/service'
const readLog = async () =>
  (await db.query('select action, actor_id, actor_name, object_id, object_name, after, outcome from activity')).rows

/** A service with one existing subscription. Other calls have the result of `answer`. */
function demo(answer: () => Promise<unknown>): Pick<Service, 'call'> {
  const call = ((name: string) =>
    name === 'listWebhooks' ? Promise.resolve({ webhook: [{ webhook_id: 'old', url: 'x' }] }) : answer()) as never
  return journalSubscribing({ call }, db)
}

describe('the subscription of the demo', () => {
  const subscribe = async (service: Pick<Service, 'call'>) => {
    await listRemote(service, url, {})
    return createRemote(service, { url, triggerEvents: ['TRIGGER_EVENT_INSPECTION'] }, {})
  }
  const entry = {
    action: 'webhook.create',
    actor_id: null,
    actor_name: 'The console',
    object_name: url,
    after: { url, triggerEvents: ['TRIGGER_EVENT_INSPECTION'], idsBefore: ['old'] },
  }

  it('is logged before it is sent, as a write of the console itself', async () => {
    const made = await subscribe(
      demo(async () => {
        expect(await readLog()).toMatchObject([{ outcome: 'pending' }])
        return { webhook: { webhook_id: 'new_1', url } }
      }),
    )
    expect(made?.webhookId).toBe('new_1')
    expect(await readLog()).toEqual([{ ...entry, object_id: 'new_1', outcome: 'done' }])
  })

  it.each([
    ['upstream_unknown', 'unknown'],
    ['not_found', 'failed'],
  ] as const)('that ends as %s is logged as %s', async (code, outcome) => {
    await expect(subscribe(demo(() => Promise.reject(new AppError(code, 'No.'))))).rejects.toMatchObject({ code })
    expect(await readLog()).toEqual([{ ...entry, object_id: null, outcome }])
  })
})
