import { waitFor } from '@/lib/testing/harness'
import { expect, test } from './fixtures'

test(
  'stopping while busy: every answer under way is finished, and it ends in under 10 s',
  { tag: ['@smoke', '@R24'] },
  async ({ console: app }) => {
    const { control } = app.standin
    const { cookie } = await app.signIn('admin')
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    const { groups } = control.assetState([])
    const outputBefore = app.output().length
    // The console never reads a single group by itself, so the service counts the requests below alone.
    const operation = 'getStatusGroup'
    control.setFault({ operation, action: { kind: 'delay', ms: 4_000 } })
    control.resetCounts()
    const answers = Array.from({ length: 50 }, async (_, at) => {
      // Different questions, since equal ones in flight become one.
      const path = `/api/service/assets/v1/status-groups/${groups[at % groups.length]?.id}?try=${at}`
      const answer = await fetch(app.url + path, { headers })
      return [answer.status, (await answer.text()).length > 100]
    })
    // Only what has reached the console is under way: a request that still lies in a socket may be refused.
    await waitFor('the service is asked by all', () =>
      Promise.resolve((control.counts()[operation] ?? 0) >= answers.length),
    )
    const startedAt = performance.now()
    const code = await app.end('SIGTERM')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(code).toBe(0)
    expect(await Promise.all(answers)).toEqual(answers.map(() => [200, true]))
    expect(app.output().slice(outputBefore)).toContain('"msg":"stopped"')
    await app.startAgain()
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
