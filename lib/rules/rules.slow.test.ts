import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { runs } from '@/lib/testing/random-runs'
import { addRule } from './testing'

/**
 * Starts a console that stores versions of these inspections and acts. `lines(n)` resolves after n more versions, or
 * when the console ends.
 */
function startWorker(db: TestDatabase, numbers: readonly number[]) {
  const script = path.resolve('lib/rules/testing-worker.ts')
  const given = JSON.stringify({ connection: db.connection, numbers })
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', script, given], {
    env: { NODE_ENV: 'test', PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const reader = createInterface({ input: child.stdout })
  return {
    exited,
    lines: (count: number) =>
      Promise.race([
        exited,
        new Promise<void>((resolve) => {
          let left = count
          reader.on('line', () => {
            left -= 1
            if (left <= 0) resolve()
          })
        }),
      ]),
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Both consoles store and act on inspections 2 and 3. */
const consoles = [
  [0, 1, 2, 3],
  [2, 3, 4, 5],
] as const

describe('two consoles that are killed again and again', () => {
  it(
    'act once for every version with which an inspection starts to match',
    { tags: ['R34'], timeout: 400_000 },
    async () => {
      await using db = await openTestDatabase()
      processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
      const admin = await addReviewer(db, 'admin')
      const { rows: targets } = await db.query<{ target_id: string }>(
        `insert into outgoing_targets (name, format, host, locked_url, locked_secret, created_by_name)
         values ('Yard', 'json', 'hooks.test', '', '', 'Admin') returning target_id`,
      )
      const rule = await addRule(db, admin, {
        actions: [
          { kind: 'notify', userIds: [admin.userId], roles: [], email: false },
          { kind: 'send', targetIds: targets.map(({ target_id }) => target_id) },
        ],
      })
      const rounds = runs(12, 3)
      for (let round = 0; round < rounds; round += 1) {
        const workers = consoles.map((numbers) => startWorker(db, numbers))
        // Each console is killed at another moment: in a decision, in an act, or between them.
        await Promise.all(
          workers.map(async (worker, at) => {
            await worker.lines(5 + ((round * 7 + at * 3) % 11))
            await worker.kill()
          }),
        )
      }
      expect(await startWorker(db, []).exited).toBe(0)
      const { rows: stored } = await db.query<{ audit_id: string; newest: number }>(
        `select audit_id, extract(epoch from hydrated_modified_at - '2026-11-01T00:00:00Z')::int / 60 as newest from inspections`,
      )
      const expected = stored.reduce((sum, { newest }) => sum + Math.ceil(newest / 2), 0)
      expect(stored).toHaveLength(6)
      expect(expected).toBeGreaterThan(rounds * 2)
      const count = async (from: string) =>
        (await db.query<{ n: number }>(`select count(*) as n from ${from}`)).rows[0]?.n
      expect([
        await count(`rule_hits where state = 'done'`),
        await count(`rule_hits where state <> 'done'`),
        await count(`notices where kind = 'rule'`),
        await count('outgoing_deliveries'),
        await count(`activity where action = 'rule.act' and 'rule/${rule.ruleId}' = any(related)`),
      ]).toEqual([expected, 0, expected, expected, expected])
      process.stdout.write(`${expected} acts by two consoles that were killed ${rounds * 2} times, 0 twice, 0 lost\n`)
    },
  )
})
