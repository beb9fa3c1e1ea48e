import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record, constant } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { runs, seed } from '@/lib/testing/random-runs'
import { actOnHit } from './act'
import { decideVersions } from './decide'
import { addRule, answerTrigger, brokenTrigger, idOfAudit, makeVersion, storeVersions, versionOf } from './testing'

let db: TestDatabase
let admin: Actor

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  versionWatch().watch = decideVersions
  admin = await addReviewer(db, 'admin')
})
afterAll(() => db.close())

/** Thrown to simulate a console that is killed after the last statement of its transaction and before the commit. */
const killed = new Error('killed')
function killing(real: Database): Database {
  return {
    ...real,
    query: (text, values) => real.query(text, values),
    transaction: (work) =>
      real.transaction(async (tx) => {
        await work(tx)
        throw killed
      }),
  }
}
const survive = (error: unknown) => {
  if (error !== killed) throw error
}

const inspections = 3
const versionsMax = 6
/** Whether a version is broken depends only on the version and not on how it arrives. */
const isBroken = (pattern: number, inspection: number, version: number) =>
  ((pattern >> (inspection * versionsMax + version)) & 1) === 1

const one = record({
  inspection: integer({ min: 0, max: inspections - 1 }),
  version: integer({ min: 0, max: versionsMax - 1 }),
})
const command = oneof(
  record({ kind: constant('store' as const), batch: array(one, { minLength: 1, maxLength: 5 }), isKilled: boolean() }),
  record({ kind: constant('act' as const), consoles: integer({ min: 1, max: 3 }), isKilled: boolean() }),
)

/** The expected decisions, depending on the order in which versions are stored. */
class Expected {
  readonly hits = new Set<string>()
  readonly #current = new Map<number, number>()

  constructor(private readonly pattern: number) {}

  store(batch: ReadonlyArray<{ inspection: number; version: number }>): void {
    const newest = new Map<number, number>()
    for (const { inspection, version } of batch) newest.set(inspection, Math.max(version, newest.get(inspection) ?? -1))
    for (const [inspection, version] of newest) {
      const before = this.#current.get(inspection)
      if (before !== undefined && version < before) continue
      const wasBroken = before !== undefined && isBroken(this.pattern, inspection, before)
      if (isBroken(this.pattern, inspection, version) && !wasBroken)
        this.hits.add(`${idOfAudit(inspection)} ${versionOf(version)}`)
      this.#current.set(inspection, version)
    }
  }
}

async function readHits(where: string): Promise<string[]> {
  const { rows } = await db.query<{ hit: string; version: string }>(
    `select audit_id as hit, version from rule_hits where ${where}`,
  )
  return rows.map(({ hit, version }) => `${hit} ${version}`).toSorted()
}

async function act(consoles: number, isKilled: boolean): Promise<void> {
  const { rows } = await db.query<{ hit_id: string }>(`select hit_id from rule_hits where state = 'waiting'`)
  const tools = { db: isKilled ? killing(db) : db, nowMs: Date.now(), readGroups: () => Promise.resolve([]) }
  await Promise.all(
    Array.from({ length: consoles }, async () => {
      for (const { hit_id: hitId } of rows) await actOnHit(tools, hitId).catch(survive)
    }),
  )
}

describe('a rule', () => {
  it(
    `acts exactly once for each version that starts to meet its trigger, in any order, with repeats and kills (seed ${seed})`,
    { tags: ['R34'], timeout: 120_000 },
    async () => {
      await assert(
        asyncProperty(
          integer({ min: 0, max: 2 ** (inspections * versionsMax) - 1 }),
          array(command, { minLength: 3, maxLength: 14 }),
          constantFrom(brokenTrigger, answerTrigger()),
          async (pattern, commands, trigger) => {
            for (const table of ['notices', 'rules', 'inspection_reviews', 'inspections', 'activity'])
              await db.query(`delete from ${table} where true`).catch(() => null)
            const rule = await addRule(db, admin, {
              trigger,
              actions: [
                { kind: 'notify', userIds: [admin.userId], roles: [], email: false },
                { kind: 'follow-up', assigneeId: null, dueDays: null, note: 'Look' },
              ],
            })
            const expected = new Expected(pattern)
            for (const given of commands) {
              if (given.kind === 'act') {
                await act(given.consoles, given.isKilled)
                continue
              }
              const batch = given.batch.map(({ inspection, version }) =>
                makeVersion(inspection, version, { isBroken: isBroken(pattern, inspection, version) }),
              )
              const unique = [
                ...new Map(batch.map((version) => [`${version.auditId} ${version.modifiedAt}`, version])).values(),
              ]
              await storeVersions(given.isKilled ? killing(db) : db, unique).catch(survive)
              if (!given.isKilled) expected.store(given.batch)
            }
            await act(2, false)
            expect(await readHits('true')).toEqual([...expected.hits].toSorted())
            expect(await readHits(`state <> 'done'`)).toEqual([])
            const { rows } = await db.query<{ cause: string }>(
              `select cause from notices where kind = 'rule' and user_id = $1`,
              [admin.userId],
            )
            expect(rows).toHaveLength(expected.hits.size)
            const { rows: acts } = await db.query<{ n: number }>(
              `select count(*) as n from activity where action = 'rule.act' and $1 = any(related)`,
              [`rule/${rule.ruleId}`],
            )
            expect(acts[0]?.n).toBe(expected.hits.size)
          },
        ),
        { numRuns: runs(120, 12), seed, endOnFailure: true },
      )
    },
  )
})
