import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { tryToLead } from '@/lib/sync/leadership'
import { startPooler, type Pooler } from '@/lib/testing/consoles/pooler'
import { dataCases } from './data-suite'
import { openDatabase } from './instance'
import { connectServer } from './server-database'
import { openTestDatabase, silentLog, startSecondServer, type SecondServer } from './testing'
import type { Database } from './types'

describe.each(['session', 'transaction'] as const)('PgBouncer in %s mode', (mode) => {
  let server: SecondServer
  let pooler: Pooler
  let pooled: Database
  let embedded: Database
  const open = () =>
    openDatabase({
      databaseUrl: pooler.url,
      databaseDirectUrl: mode === 'transaction' ? server.url : null,
      dataDir: '/nonexistent/never-touched',
      log: silentLog,
    })

  beforeAll(async () => {
    server = await startSecondServer()
    const direct = await connectServer(server.url, silentLog)
    // In transaction mode, connections use the settings of the role. PgBouncer only keeps time zone and date style.
    await direct.query(`alter role owner set bytea_output = 'hex'`)
    await direct.close()
    pooler = await startPooler(server.url, mode)
    ;[pooled, embedded] = [await open(), await openTestDatabase()]
  })
  afterAll(async () => {
    await Promise.all([pooled.close(), embedded.close()])
    await pooler.stop()
    await server.stop()
  })

  it.each(dataCases)('gives the same result: $name', async (one) => {
    const [left, right] = [await one.run(embedded), await one.run(pooled)]
    expect(right).toEqual(left)
  })

  it('delivers notifications and allows separate sessions', async () => {
    const heard: string[] = []
    const listening = pooled.listen('pooler_test', { heard: (payload) => heard.push(payload), missed: () => {} })
    await listening.ready
    await pooled.query(`select pg_notify('pooler_test', 'one')`)
    await expect.poll(() => heard).toEqual(['one'])
    await listening.stop()
    const session = await pooled.openSession()
    await session.query(`set application_name = 'kept by its session'`)
    await Promise.all(Array.from({ length: 20 }, () => pooled.query('select pg_sleep(0.01)')))
    const { rows } = await session.query<{ name: string }>(`select current_setting('application_name') as name`)
    expect(rows).toEqual([{ name: 'kept by its session' }])
    await session.end()
  })

  it('lets one console lead, and another console when the first one stops', async () => {
    const other = await open()
    const first = await tryToLead(pooled, systemClock)
    expect(first?.isHeld()).toBe(true)
    expect(await tryToLead(other, systemClock)).toBeNull()
    await first?.release()
    const second = await tryToLead(other, systemClock)
    expect(second?.isHeld()).toBe(true)
    await second?.release()
    await other.close()
  })
})
