import { startConsole, waitFor, waitForIndex } from '@/lib/testing/harness'
import { expect, test } from './fixtures'

test(
  'stopping while busy: every answer under way is finished, and it ends in under 10 s',
  { tag: ['@smoke', '@R24'] },
  async () => {
    await using app = await startConsole({ standin: { inspections: 20 } })
    const { cookie } = await app.signIn('admin')
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    const ids = app.standin.control.truth('both').map(({ audit_id }) => audit_id)
    // The console's own reading is over, so what the service counts from here on are the answers below.
    await waitForIndex(app, ids.length)
    app.standin.control.setFault({ operation: 'getInspection', action: { kind: 'delay', ms: 4_000 } })
    app.standin.control.resetCounts()
    const answers = Array.from({ length: 50 }, async (_, at) => {
      // Different questions, since equal ones in flight become one.
      const answer = await fetch(`${app.url}/api/service/audits/${ids[at % ids.length]}?try=${at}`, { headers })
      return [answer.status, (await answer.text()).length > 100]
    })
    // Only what has reached the console is under way: a request that still lies in a socket may be refused.
    await waitFor('the service is asked by all', () =>
      Promise.resolve((app.standin.control.counts()['getInspection'] ?? 0) >= answers.length),
    )
    const startedAt = performance.now()
    const code = await app.end('SIGTERM')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(code).toBe(0)
    expect(await Promise.all(answers)).toEqual(answers.map(() => [200, true]))
    expect(app.output()).toContain('"msg":"stopped"')
  },
)

test('a launcher that is killed takes the console with it', { tag: ['@R14'] }, async ({ console: app }) => {
  await app.end('SIGKILL')
  await waitFor('the console is gone', () =>
    fetch(`${app.url}/api/health/live`).then(
      () => false,
      () => true,
    ),
  )
  await app.startAgain()
})
