import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listActivity } from '@/lib/activity/data'
import { activityQuery, type ActivityEntry } from '@/lib/activity/schema'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { renderText } from '@/lib/server-text'
import type { OperationName } from '@/lib/service/types'
import { sendJournalled, type SentWrite } from '@/lib/pass-through/journalled-write'

/** Writes through the API or the explorer appear in the histories of their objects. */

let db: TestDatabase
let actor: Actor
beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  actor = await addReviewer(db, 'admin')
  await db.query(
    `insert into assets (asset_id, code, type_id, type_name, state, option_id, option_name, option_color, group_id,
                         search_text, document, seen_at)
     values ('asset_1', 'FL-1', 'type_1', 'Forklift', 'active', 'option_1', 'In service', 'GREEN', 'group_1', '', '{}', now()),
            ('asset_2', 'FL-2', 'type_1', 'Forklift', 'active', null, null, null, null, '', '{}', now())`,
  )
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate activity cascade'))

type Sent = Partial<Pick<SentWrite, 'params' | 'search' | 'body'>>
const send = (name: OperationName, sent: Sent = {}, answer: unknown = {}, status = 200) =>
  sendJournalled({ actor, name, params: {}, search: '', body: undefined, requestId: 'r', ...sent }, () =>
    answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ status, headers: {}, bytes: Buffer.from(JSON.stringify(answer)), stream: null }),
  )

async function historyOf(objectKind: string, objectId: string): Promise<ActivityEntry[]> {
  return (await listActivity(actor, activityQuery.parse({ objectKind, objectId }), { db })).entries
}

describe('a write through the API or the explorer', () => {
  it.each<[OperationName, Sent, Array<[string, string]>]>([
    ['archiveAsset', { params: { assetId: 'asset_1' } }, [['asset', 'asset_1']]],
    ['updateAssetType', { params: { typeId: 'type_1' } }, [['asset-type', 'type_1']]],
    ['startReport', { params: { auditId: 'audit_1' } }, [['inspection', 'audit_1']]],
    ['deleteWebhook', { params: { webhookId: 'hook_1' } }, [['webhook', 'hook_1']]],
    [
      'addStatusGroupTypes',
      { params: { statusGroupId: 'group_1' }, body: { type_ids: ['type_1', 'type_2'] } },
      [
        ['status-group', 'group_1'],
        ['asset-type', 'type_1'],
        ['asset-type', 'type_2'],
      ],
    ],
    [
      'removeStatusGroupTypes',
      { params: { statusGroupId: 'group_1' }, search: 'type_ids=type_1&type_ids=type_2' },
      [
        ['status-group', 'group_1'],
        ['asset-type', 'type_2'],
      ],
    ],
    [
      'updateAssets',
      { body: { assets: [{ id: 'asset_1' }, { id: 'asset_2' }, { id: 'not / an id' }] } },
      [
        ['asset', 'asset_1'],
        ['asset', 'asset_2'],
      ],
    ],
  ])('%s is listed in the history of the objects in its path, query and body', async (name, sent, about) => {
    await send(name, sent)
    for (const [kind, id] of about)
      expect([id, (await historyOf(kind, id)).map(({ action }) => action)]).toEqual([id, [`service.${name}`]])
    const [kind, id] = about[0] ?? []
    const [entry] = await historyOf(kind ?? '', id ?? '')
    expect(entry?.relatedTo?.[0]).toEqual({ objectKind: kind, objectId: id })
  })

  it.each<[OperationName, unknown, string, string]>([
    ['createInspection', { audit_id: 'audit_9' }, 'inspection', 'audit_9'],
    ['createStatusGroup', { status_group: { id: 'group_9' } }, 'status-group', 'group_9'],
    ['createAsset', { asset: { id: 'asset_9' } }, 'asset', 'asset_9'],
    ['createAssetType', { type: { id: 'type_9' } }, 'asset-type', 'type_9'],
    ['createAssets', { assets: [{ id: 'asset_7' }, { id: 'asset_9' }] }, 'asset', 'asset_9'],
    ['createWebhook', { webhook: { webhook_id: 'hook_9' } }, 'webhook', 'hook_9'],
  ])('%s is listed in the history of the objects in its response', async (name, answer, kind, id) => {
    await send(name, {}, answer)
    expect((await historyOf(kind, id)).map(({ action }) => action)).toEqual([`service.${name}`])
  })

  it('to a job of the service is listed in the history of the console’s own user job', async () => {
    const { rows } = await db.query<{ id: string }>(
      `insert into user_jobs (attempt_id, kind, way, owner_name, owner_email, source_name, header)
       values (gen_random_uuid(), 'run', 'job', 'a', 'e', 's', '[]') returning job_id as id`,
    )
    const id = rows[0]?.id ?? ''
    await db.query(`insert into user_job_parts (job_id, part, remote_id) values ($1, 0, 'remote_1')`, [id])
    await send('cancelUpsertJob', { params: { jobId: 'remote_1' } })
    expect((await historyOf('user-job', id)).map(({ action }) => action)).toEqual(['service.cancelUpsertJob'])
    await send('cancelUpsertJob', { params: { jobId: 'remote_2' } })
  })

  it('keeps what the index knew before the write', async () => {
    await send('archiveAsset', { params: { assetId: 'asset_1' } })
    const [archived] = await historyOf('asset', 'asset_1')
    expect(archived?.before).toMatchObject({
      ofIndex: { assets: [{ code: 'FL-1', state: 'active', status: { optionId: 'option_1', name: 'In service' } }] },
    })
    await send('deleteStatusGroup', { params: { statusGroupId: 'group_1' } })
    const [deleted] = await historyOf('status-group', 'group_1')
    expect(deleted?.before).toEqual({
      ofIndex: { statusesInUse: [{ optionId: 'option_1', name: 'In service', color: 'GREEN', assets: 1 }] },
    })
    await send('archiveAsset', { params: { assetId: 'asset_of_nobody' } })
    expect((await historyOf('asset', 'asset_of_nobody'))[0]?.before).toBeNull()
  })

  it('is listed with an unknown outcome if its response was lost', async () => {
    await expect(
      send(
        'archiveAsset',
        { params: { assetId: 'asset_1' } },
        new AppError('upstream_unknown', 'The response was lost.'),
      ),
    ).rejects.toThrow('lost')
    await send('archiveAsset', { params: { assetId: 'asset_1' } }, {}, 500)
    const entries = await historyOf('asset', 'asset_1')
    expect(entries).toHaveLength(2)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
    const notes = entries.map(({ outcomeNote }) => renderText(outcomeNote ?? '')).toSorted()
    expect(notes).toEqual([
      expect.stringContaining('It is unknown whether the change was made'),
      'The response was lost.',
    ])
  })

  it('that was refused is not listed for objects that it would have created', async () => {
    await send('createStatusGroup', {}, { status_group: { id: 'group_8' } }, 409)
    expect(await historyOf('status-group', 'group_8')).toEqual([])
  })
})
