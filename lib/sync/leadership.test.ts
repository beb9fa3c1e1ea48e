import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { startStandin } from '@/lib/standin/server'
import { tryToLead } from './leadership'
import { runs } from '@/lib/testing/random-runs'
import { startWorld, World } from '@/lib/testing/sync-world'

/** The same database, as a console with DATABASE_URL connects to it. */
function shared(db: Database): Database {
  return {
    kind: 'server',
    query: (text, values) => db.query(text, values),
    transaction: (work) => db.transaction(work),
    openSession: () => db.openSession(),
    listen: (channel, ears) => db.listen(channel, ears),
    close: () => db.close(),
  }
}

/** Ends the connections that hold the lock, and returns when they have ended. */
async function endLockHolders(db: Database): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and granted
       and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`,
  )
}

const moduleText = (file: string) => JSON.stringify(path.resolve(file))

/** Starts another process that leads, and resolves when it does. */
async function startLeader({ connection }: TestDatabase) {
  const program = `
    const { createDatabase } = await import(${moduleText('lib/db/database.ts')})
    const { tryToLead } = await import(${moduleText('lib/sync/leadership.ts')})
    const { systemClock } = await import(${moduleText('lib/clock.ts')})
    const log = { info() {}, warn() {}, error() {} }
    const db = createDatabase({ kind: 'server', connection: ${JSON.stringify(connection)}, log })
    process.stdout.write((await tryToLead(db, systemClock)) === null ? 'follows' : 'leads')`
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  expect(said.toString()).toBe('leads')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function countLockHolders(db: Database): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.n ?? 0
}

async function passes(world: World): Promise<number> {
  const { rows } = await world.db.query<{ passes: number }>('select passes from sync_state')
  return rows[0]?.passes ?? 0
}

describe('consoles on one database', () => {
  it('have one leader, and another console takes over when it stops', async () => {
    await using world = await startWorld()
    const options = { database: () => Promise.resolve(shared(world.db)) }
    const first = world.createSync(options)
    first.start()
    await world.until('the first console syncs', async () => (await passes(world)) === 1)
    const second = world.createSync(options)
    second.start()
    await world.until('the second waits', () => second.status().nextPassAt !== null)
    second.poke()
    first.poke()
    await world.until('the first goes on', async () => (await passes(world)) >= 2)
    await first.stop()
    const before = await passes(world)
    second.poke()
    await world.until('the second takes over', async () => (await passes(world)) > before)
    await world.until('and hydrates', async () => (await world.count('hydrated_modified_at is null')) === 0)
  })

  it('replace a killed leader within five seconds, without a request', { tags: ['R30'] }, async () => {
    await using world = await startWorld()
    const db = shared(world.db)
    for (let round = 0; round < runs(30, 4); round += 1) {
      // A process that is killed loses its connection, and with it the lock.
      const killed = await tryToLead(db, world.clock)
      expect(killed?.isHeld(), `round ${round}`).toBe(true)
      // The next regular pass of the follower is an hour away.
      const follower = world.createSync({ database: () => Promise.resolve(db), intervalMs: 3_600_000 })
      follower.start()
      await world.until('it follows', () => follower.status().nextPassAt !== null)
      expect(follower.leads()).toBe(false)
      await endLockHolders(world.db)
      world.clock.advance(5_000)
      await expect.poll(() => follower.leads(), { message: `round ${round}` }).toBe(true)
      await follower.stop()
    }
  })

  it(
    'replace a leader whose process is killed, within five seconds, and read nothing twice',
    { tags: ['R30', 'full'] },
    async () => {
      const own = await openTestDatabase()
      await using world = new World(await startStandin({ inspections: 60, limits: 'off' }), own)
      const db = shared(own)
      for (let round = 0; round < runs(30, 1); round += 1) {
        const leader = await startLeader(own)
        const follower = world.createSync({ database: () => Promise.resolve(db), intervalMs: 3_600_000 })
        follower.start()
        await world.until('it follows', () => follower.status().nextPassAt !== null)
        expect(follower.leads(), `round ${round}`).toBe(false)
        const before = await passes(world)
        await leader.kill()
        // PostgreSQL notices that the connection has ended in real time. The rest is in simulated time.
        await expect.poll(() => countLockHolders(own)).toBe(0)
        world.clock.advance(5_000)
        await expect.poll(() => follower.leads(), { message: `round ${round}` }).toBe(true)
        await world.until('it reads', async () => (await passes(world)) > before)
        expect(await passes(world)).toBe(before + 1)
        await follower.stop()
      }
      expect(await world.index()).toEqual(world.truth())
    },
  )

  it('never have two leaders, however many try at once, and a lost connection ends the leadership', async () => {
    await using world = await startWorld()
    const db = shared(world.db)
    const tries = await Promise.all(Array.from({ length: 4 }, () => tryToLead(db, world.clock)))
    const leaders = tries.filter((lead) => lead !== null)
    expect(leaders).toHaveLength(1)
    await endLockHolders(world.db)
    await world.until('the lead is over', async () => {
      world.clock.advance(5_000)
      return leaders[0]?.isHeld() === false
    })
    const next = await tryToLead(db, world.clock)
    expect(next?.isHeld()).toBe(true)
    await next?.release()
    expect(next?.isHeld()).toBe(false)
  })
})
