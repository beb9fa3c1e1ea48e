import { canaries } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'
import { RawClient } from './raw'

test(
  'the API token stays hidden when the service repeats it in a response',
  { tag: ['@smoke', '@S5'] },
  async ({ console: app }) => {
    const { cookie } = await app.signIn('admin')
    const client = new RawClient(app.url)
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    const { rows } = await app.db.query<{ audit_id: string }>('select audit_id from inspections limit 1')
    const auditId = rows[0]?.audit_id ?? ''
    const paths = [
      '/api/service/audits/search?field=audit_id',
      `/api/service/audits/${auditId}`,
      '/api/service/templates/search',
      `/api/media/${auditId}/none`,
      `/api/inspections/${auditId}/report`,
      `/api/inspections/${auditId}/raw`,
    ]
    const before = app.output().length
    let answers = 0
    for (const status of [200, 400, 401, 403, 404, 500, 503]) {
      app.standin.control.clearFaults()
      app.standin.control.setFault({ action: { kind: 'echo', where: ['body', 'headers', 'location'], status } })
      for (const path of paths) {
        const answer = await client.send(path, { headers })
        answers += 1
        const seen = `${JSON.stringify(answer.headers)}${answer.body}`
        for (const canary of Object.values(canaries)) expect(seen, `${path} at ${status}`).not.toContain(canary)
      }
    }
    app.standin.control.clearFaults()
    expect(answers).toBe(42)
    // After this many failures the console pauses its requests. Wait until it sends again, for the next test.
    await expect.poll(async () => (await client.send(paths[1] ?? '', { headers })).status).toBe(200)
    client.close()
    const logged = app.output()
    expect(logged.length).toBeGreaterThan(before)
    for (const canary of Object.values(canaries)) expect(logged).not.toContain(canary)
  },
)
