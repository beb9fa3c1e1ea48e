import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { readHandlers } from '@/lib/testing/route-handlers'
import { configureThrottle } from '@/lib/web/throttle'
import { declarationOf, type RouteHandler } from './route'

let db: TestDatabase
let cookie: string

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const auth = installTestAuth(db, systemClock)
  const unlimited = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: unlimited, media: unlimited, exports: unlimited })
  cookie = (await auth.signInAs((await auth.addPerson('admin')).userId)).cookie
})
afterAll(() => db.close())

async function ask(handler: RouteHandler, query: string): Promise<{ status: number; fields: Record<string, string> }> {
  const request = new Request(`http://127.0.0.1:3000/api/x?${query}`, { headers: { cookie } })
  const response = await handler(request, { params: Promise.resolve({}) })
  const { fields = {} } = (await response.json()) as { fields?: Record<string, string> }
  return { status: response.status, fields }
}

describe('parameters of a route', async () => {
  const reads = (await readHandlers()).filter(({ name, handler }) => {
    const declaration = declarationOf(handler)
    return name.startsWith('GET ') && declaration?.access !== 'public' && declaration?.ownQuery !== true
  })
  const handlerOf = (path: string): RouteHandler => {
    const found = reads.find(({ name }) => name === `GET ${path}`)
    if (found === undefined) throw new Error(`no ${path}`)
    return found.handler as RouteHandler
  }

  it('that are unknown are refused with their names by every route that reads', async () => {
    expect(reads.length).toBeGreaterThan(60)
    const silent: string[] = []
    for (const { name, handler } of reads) {
      const { status, fields } = await ask(handler as RouteHandler, 'foo=1&sitee=x')
      if (status !== 422 || Object.keys(fields).join() !== 'foo,sitee') silent.push(name)
    }
    expect(silent).toEqual([])
  })

  it.each([
    ['/api/inspections/questions', 'key=%00', 'key'],
    ['/api/inspections/assets', 'ref=a&ref=%00', 'ref'],
    ['/api/rules/questions', 'templateId=template_%00', 'templateId'],
    ['/api/assets/export', 'tz=Mars/Olympus', 'tz'],
    ['/api/users/export', 'tz=Mars/Olympus', 'tz'],
  ])('with values that cannot be used are refused with their names: %s?%s', async (path, query, field) => {
    const { status, fields } = await ask(handlerOf(path), query)
    expect([status, Object.keys(fields).filter((name) => name.split('.')[0] === field).length]).toEqual([422, 1])
  })

  it.each([
    ['/api/activity', 'object=audit_1', 'object'],
    ['/api/inspections', 'from=2026-01-01', 'from'],
    ['/api/inspections', 'template=-template_1', 'template'],
    ['/api/inspections', 'template=template_1&template=-template_2', 'template'],
    ['/api/inspections/facets', 'name=site&template!=-template_1', 'template!'],
    ['/api/media/wall', 'sites=Leeds', 'sites'],
    ['/api/assets', 'groups=x', 'groups'],
    ['/api/templates', 'archived=true', 'archived'],
  ])('that are unknown are distinguished from known ones: %s?%s', async (path, query, field) => {
    const { status, fields } = await ask(handlerOf(path), query)
    expect([status, Object.keys(fields)]).toEqual([422, [field]])
  })
})
