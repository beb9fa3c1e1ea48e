import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as exportList } from '@/app/api/inspections/export/route'
import { GET as getList } from '@/app/api/inspections/route'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { readCsv } from '@/lib/media/zips/testing-zip'
import { processWide } from '@/lib/process-wide'
import { startStandin, type Standin } from '@/lib/standin/server'
import { fillIndex } from '@/lib/testing/fill-index'
import { configureThrottle } from '@/lib/web/throttle'
import { inspectionPage, type InspectionPage } from '@/lib/inspections/schema'
import { hasWords, Truth, type TruthRow } from './testing-truth'

/**
 * Tests searches and filters with the route handlers on an index that the sync has filled. Results are compared with
 * the documents of the service.
 */

const has = (text: string) => (row: TruthRow) => hasWords(row, text)

/** Search texts, with the inspections that they must find. */
const searches: ReadonlyArray<readonly [what: string, text: string, matches: (row: TruthRow) => boolean]> = [
  ['a word', 'ballymount', has('ballymount')],
  ['two words in any order', 'induction ballymount', (row) => has('induction')(row) && has('ballymount')(row)],
  ['a word without its accents, in capitals', 'LEFEVRE', has('lefèvre')],
  ['a phrase', '"contractor induction"', has('contractor induction')],
  ['a phrase in the wrong order', '"induction contractor"', has('induction contractor')],
  ['a word without another', 'induction -ballymount', (row) => has('induction')(row) && !has('ballymount')(row)],
  ['the beginning of a word', 'induct*', (row) => hasWords(row, 'induct', { isPrefix: true })],
]

/** Filters, with the inspections that must match. */
const filters: ReadonlyArray<readonly [query: string, matches: (row: TruthRow) => boolean]> = [
  ['result=in-progress', (row) => row.result === 'in-progress'],
  ['result=failed', (row) => row.result === 'failed'],
  ['archived=true', (row) => row.isArchived],
  ['failed=3..', (row) => row.failed >= 3],
  ['score=90..100', (row) => row.score !== null && row.score >= 90],
  ['media=with', (row) => row.hasMedia],
  [
    'result=failed&media=with&score=..80&q=depot',
    (row) => row.result === 'failed' && row.hasMedia && row.score !== null && row.score <= 80 && has('depot')(row),
  ],
]

interface World {
  truth: Truth
  /** The first `limit` rows of a list and its total. */
  ask: (query: string, limit?: number) => Promise<InspectionPage>
  /** The CSV of a list. */
  save: (query: string) => Promise<Buffer>
  close: () => Promise<void>
}

async function openWorld(inspections: number): Promise<World> {
  const truth = new Truth()
  const db: TestDatabase = await openTestDatabase()
  const standin: Standin = await startStandin({ inspections, limits: 1_000_000, rateHeaders: false })
  await fillIndex(db, standin, (document) => truth.add(document))
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const clock = new HandClock()
  const auth = installTestAuth(db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 }, exports: { burst: 1e9, perSecond: 1e9 } }, clock)
  const { cookie } = await auth.signInAs((await auth.addPerson('viewer')).userId)
  const send = async (path: string, handler: typeof getList) => {
    const request = new Request(`http://127.0.0.1:3000/api/inspections${path}`, { headers: { cookie } })
    const response = await handler(request, { params: Promise.resolve({}) })
    expect([path, response.status]).toEqual([path, 200])
    return response
  }
  return {
    truth,
    ask: async (query, limit = 20) =>
      inspectionPage.parse(await (await send(`?${query}&limit=${limit}`, getList)).json()),
    save: async (query) => Buffer.from(await (await send(`/export?${query}`, exportList)).arrayBuffer()),
    close: async () => {
      await standin.close()
      await db.close()
    },
  }
}

const idsOf = ({ rows }: InspectionPage) => rows.map(({ auditId }) => auditId)
/** Removes the apostrophe that prevents formulas in spreadsheets. */
const plain = (cell: string | undefined) => (cell ?? '').replace(/^'/, '')

const sortLines = (rows: readonly string[][]) => rows.map((cells) => cells.join('\t')).toSorted()

/** Declares the tests of searches and filters for this number of inspections. */
export function describeQueries(inspections: number): void {
  describe(`searches and filters of ${inspections} inspections`, () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld(inspections)
    }, 600_000)
    afterAll(() => world.close())

    async function expectFound(query: string, matches: (row: TruthRow) => boolean): Promise<TruthRow[]> {
      const expected = world.truth.find(matches)
      const page = await world.ask(query)
      expect(page).toMatchObject({ total: expected.length, totalIsExact: true, totalAll: inspections })
      expect(idsOf(page)).toEqual(expected.slice(0, 20).map(({ id }) => id))
      return expected
    }

    it.each(searches)('find inspections that contain %s: %s', async (name, text, matches) => {
      const found = await expectFound(`q=${encodeURIComponent(text)}`, matches)
      expect(found.length).toBeLessThan(inspections)
      if (name !== 'a phrase in the wrong order') expect(found.length).toBeGreaterThan(0)
    })

    it.each(filters)('apply the filter %s', async (query, matches) => {
      const found = await expectFound(query, matches)
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(inspections)
    })

    it('can include and exclude a template', async () => {
      const templateId = world.truth.find()[0]?.templateId ?? ''
      await expectFound(`template=${templateId}`, (row) => row.templateId === templateId)
      await expectFound(`${encodeURIComponent('template!')}=${templateId}`, (row) => row.templateId !== templateId)
    })

    it('find inspections without a site', async () => {
      await expectFound(`${encodeURIComponent('site!')}=*`, (row) => row.site === null)
    })

    it('find an inspection by its id or a part of it, and several by a list of ids', async () => {
      const all = world.truth.find()
      const id = all[Math.floor(inspections / 3)]?.id ?? ''
      await expectFound(`q=${id}`, (row) => row.id === id)
      const part = id.slice(-9).toLowerCase()
      await expectFound(`q=${part}`, (row) => row.id.toLowerCase().includes(part))
      const several = new Set([3, inspections / 10, inspections / 2, inspections - 1].map((at) => all[at]?.id))
      await expectFound(`q=${encodeURIComponent([...several].join('\n'))}`, (row) => several.has(row.id))
    })

    it.each(['-score', 'score', '-title', 'title'])('sort the list by %s', async (sort) => {
      const rows = world.truth.find()
      const direction = sort.startsWith('-') ? -1 : 1
      if (sort.endsWith('score')) {
        const scores = rows.flatMap(({ score }) => (score === null ? [] : [score]))
        const expected = scores.toSorted((a, b) => (a - b) * direction).slice(0, 20)
        expect((await world.ask(`sort=${sort}`)).rows.map(({ scorePercentage }) => scorePercentage)).toEqual(expected)
        return
      }
      const titles = (await world.ask(`sort=${sort}`)).rows.map(({ title }) => (title ?? '').toLowerCase())
      expect(titles).toEqual(titles.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0)))
      const first = rows.map(({ title }) => title.toLowerCase()).toSorted()
      expect(titles[0]).toBe(direction === 1 ? first[0] : first.at(-1))
    })

    it('export exactly the rows of the list, with the shown columns and order', async () => {
      const expected = world.truth.find(({ result }) => result === 'failed').toReversed()
      const text = (await world.save('result=failed&sort=modified&columns=title,site,failed,id')).toString()
      expect(text.charCodeAt(0), 'a byte order mark, for spreadsheets').toBe(0xfeff)
      expect(text.slice(1).split(/\r?\n/, 1)).toEqual(['Title,Site,Failed,Inspection ID'])
      const lines = readCsv(text.slice(1)).map((line) =>
        [line['Title'], line['Site'], line['Failed'], line['Inspection ID']].map(plain),
      )
      const wanted = expected.map(({ title, site, failed, id }) => [title, site ?? '', String(failed), id].map(plain))
      // Rows with equal times may be in any order.
      expect(sortLines(lines)).toEqual(sortLines(wanted))
      const timeOf = new Map(expected.map(({ id, modifiedAt }) => [id, modifiedAt]))
      const times = lines.map((cells) => timeOf.get(cells[3] ?? '') ?? '')
      expect(times).toEqual(times.toSorted())
    })
  })
}
