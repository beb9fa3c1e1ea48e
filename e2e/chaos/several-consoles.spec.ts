import { test } from '@playwright/test'
import { readCsv, unpackZip } from '@/lib/media/zips/testing-zip'
import { startConsole, waitFor, waitForIndex, type TestConsole } from '@/lib/testing/harness'
import { askConsole, expect } from '../fixtures'
import { addGroup, addTypes, expectTruth, readTruth, relist, setStatus } from '../journeys/asset-world'
import { bringIn, executionsAt, makeEmails } from '../journeys/users-world'

const inspections = 120
const domain = 'several.example'
const users = 600
const assets = 400

/** Sends a request, and repeats it while the balancer forwards it to a console that has just died. */
const ask: typeof askConsole = (app, path, options) =>
  waitFor(path, () => askConsole(app, path, options).catch(() => null))

/** Starts to download a zip of all files, and reads only its beginning. */
async function startZip(app: TestConsole) {
  const body = { selection: { kind: 'matching', query: '', except: [] } }
  const zip = await askConsole(app, '/api/media/zips', { method: 'POST', body })
  const zipId = String(zip['zipId'])
  const { cookie } = await app.signIn('admin')
  const open = (id: string) =>
    fetch(`${app.url}/api/media/zips/${id}/file`, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
  const response = await open(zipId)
  const reader = response.body?.getReader()
  await reader?.read()
  return {
    zipId,
    files: Number(zip['files']),
    open,
    /** Resolves with true when the download breaks off, and with false when it is complete. */
    brokenOff: async () => {
      try {
        for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read());
        return false
      } catch {
        return true
      }
    },
  }
}

test(
  'killing each console during an import, a bulk change, a zip, a claim and a sync loses nothing',
  { tag: ['@R37'] },
  async () => {
    test.setTimeout(900_000)
    await using app = await startConsole({ consoles: 3, standin: { inspections } })
    const { control } = app.standin
    await waitForIndex(app, inspections)
    const group = addGroup(app, 'Several states', [
      ['Ready', 'GREEN'],
      ['Broken', 'RED'],
    ])
    const { typeIds, assetIds } = addTypes(app, ['Several'], group, { Ready: assets })
    await relist(app, typeIds)
    const before = readTruth(app)
    const { rows: chosen } = await app.db.query<{ auditId: string }>(
      'select audit_id as "auditId" from inspections order by audit_id limit 1',
    )
    const auditId = chosen[0]?.auditId ?? ''

    // Slow enough that all of this work is in progress when each console dies.
    control.users.setRules({ usersPerSecond: 12 })
    control.setFault({ operation: 'getInspectionMedia', action: { kind: 'delay', ms: 300 } })
    control.setFault({ path: '^/assets/v1/assets/[^/]+', method: 'PATCH', action: { kind: 'delay', ms: 400 } })
    const jobId = await bringIn(app, makeEmails(domain, users))
    const { change } = (await askConsole(app, '/api/asset-changes/set-status', {
      method: 'POST',
      body: { selection: { kind: 'ids', ids: assetIds }, optionId: group.statuses['Broken'] },
    })) as { change: { changeId: string } }
    const zip = await startZip(app)
    const claim = { auditId, tabId: crypto.randomUUID() }

    for (const member of app.members) {
      control.insert(10)
      await ask(app, '/api/review/claims', { method: 'POST', body: claim })
      await member.kill()
      control.insert(10)
      const body = { auditId, tabId: crypto.randomUUID() }
      const found = await ask(app, '/api/review/claims', { role: 'editor', method: 'POST', body })
      expect(JSON.stringify(found), 'the claim of the admin').toContain('Robin admin')
      await waitForIndex(app, control.truth('both').length)
      await member.startAgain()
    }

    const job = await waitFor(
      'the import has ended',
      async () => {
        const read = await ask(app, `/api/user-jobs/${jobId}`)
        return read['finishedAt'] !== null && read
      },
      300_000,
    )
    expect(job).toMatchObject({ phase: 'completed', total: users, sent: users, rows: { ok: users } })
    expect([...executionsAt(app, domain).values()]).toEqual(Array.from({ length: users }, () => 1))
    const path = `/api/asset-changes/${change.changeId}`
    const end = () =>
      waitFor(
        'the bulk change has ended',
        async () => {
          const read = await ask(app, path)
          return read['open'] === 0 && read['unknown'] === 0 && read
        },
        300_000,
      )
    // A request that was lost with its console and shown not to be done may be retried by the person.
    if ((await end())['failed'] !== 0) await ask(app, `${path}/retry`, { method: 'POST', body: { states: ['failed'] } })
    expect(await end()).toMatchObject({ done: assets, failed: 0, unknown: 0 })
    await expectTruth(app, before, (truth) => setStatus(truth, assetIds, group.statuses['Broken'] ?? null))

    expect(await zip.brokenOff()).toBe(true)
    await waitFor(
      'every console knows that the zip broke off',
      async () => (await ask(app, `/api/media/zips/${zip.zipId}`))['state'] === 'failed',
    )
    control.clearFaults()
    const again = await ask(app, `/api/media/zips/${zip.zipId}/retry`, { method: 'POST', body: {} })
    const whole = Buffer.from(await (await zip.open(String(again['zipId']))).arrayBuffer())
    const manifest =
      unpackZip(whole)
        .find(({ name }) => name === 'manifest.csv')
        ?.bytes.toString() ?? ''
    expect(readCsv(manifest)).toHaveLength(zip.files)

    const { rows: index } = await app.db.query<{ row: string }>(
      `select audit_id || ' ' || round(extract(epoch from modified_at) * 1000) as row from inspections where missing_at is null`,
    )
    const truth = control.truth('both').map((row) => `${row.audit_id} ${Date.parse(row.modified_at)}`)
    expect(index.map(({ row }) => row).toSorted()).toEqual(truth.toSorted())
  },
)
