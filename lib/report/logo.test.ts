import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderReport } from '@/components/report/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { auditId as auditIdShape } from '@/lib/ids'
import { listWall } from '@/lib/media/wall-data'
import { readZipFiles } from '@/lib/media/zips/files'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { fetchDocument, storeDocument } from '@/lib/sync/documents/documents'
import { buildReport, summarizeInspection } from './model'
import { listViewerMedia } from './view'

/** The picture of a template as in real documents: `template_data.metadata.image`, which is in no list of media. */

let db: TestDatabase
let standin: Standin
let service: Service
let auditId: string
let logoId: string
let text: string

beforeAll(async () => {
  db = await openTestDatabase()
  standin = await startStandin({ inspections: 120, limits: 'off' })
  service = createService({ baseUrl: standin.baseUrl, token: standin.token })
  for (const row of standin.control.truth('both')) {
    const fetched = await fetchDocument(service, auditIdShape.parse(row.audit_id), {
      lane: 'person',
      signal: new AbortController().signal,
    })
    const { template_data: template, media } = JSON.parse(fetched.text) as {
      template_data: { metadata: { image?: { media_id: string } } }
      media?: unknown[]
    }
    const { image } = template.metadata
    if (image === undefined || media === undefined) continue
    auditId = row.audit_id
    logoId = image.media_id
    text = fetched.text
    await storeDocument(db, { ...fetched, modifiedAt: row.modified_at }, Date.now())
    return
  }
  throw new Error('no template of the demo has a picture')
}, 120_000)
afterAll(async () => {
  await service.close()
  await standin.close()
  await db.close()
})

describe('the picture of a template', () => {
  it('is the last file of the report, which lists every file in the document', () => {
    const report = buildReport(text)
    const named = new Set([...text.matchAll(/"media_id":"([^"]+)"/g)].map(([, id]) => id))
    expect(new Set(report.media.map(({ id }) => id))).toEqual(named)
    expect([report.logoId, report.media.at(-1)?.id]).toEqual([logoId, logoId])
    expect(listViewerMedia(report, auditId).at(-1)).toMatchObject({
      id: logoId,
      title: 'Template logo',
      kind: 'image',
      failed: false,
    })
  })

  it('is shown in the header of the report', () => {
    expect(renderReport(text)).toMatch(/aria-label="Open photo[^"]*: Template logo"/)
  })

  it('is fetched from the service like any other file', async () => {
    const answer = await service.raw('getInspectionMedia', { params: { auditId, mediaId: logoId } })
    answer.stream?.destroy()
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it('is in the zip of the inspection but not on the media wall, and is not counted as a photo', async () => {
    const zip = await readZipFiles(
      db,
      { selection: { kind: 'ids', ids: [auditIdShape.parse(auditId)] }, only: 'all' },
      { nowMs: Date.now() },
    )
    expect(zip.files.map(({ mediaId }) => mediaId)).toContain(logoId)
    const wall = await listWall({ show: 'all', limit: 200 }, { db })
    expect(wall.files.length).toBe(summarizeInspection(text).mediaCount)
    expect(wall.files.map(({ id }) => id)).not.toContain(logoId)
  })

  it('is also zipped when there are no other files, but is not counted as a photo', async () => {
    const document = { ...(JSON.parse(text) as object), header_items: [], items: [], media: [] }
    expect(summarizeInspection(document).mediaCount).toBe(0)
    await db.query(`delete from inspection_media where audit_id = $1 and media_id <> $2`, [auditId, logoId])
    await db.query(`update inspections set media_count = 0 where audit_id = $1`, [auditId])
    const zip = await readZipFiles(
      db,
      { selection: { kind: 'ids', ids: [auditIdShape.parse(auditId)] }, only: 'all' },
      { nowMs: Date.now() },
    )
    expect(zip.files.map(({ mediaId }) => mediaId)).toEqual([logoId])
  })
})
