import { describe, expect, it } from 'vitest'
import { createLog } from '@/lib/log'
import { runInRequest } from './request-context'

function collect() {
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  const read = () => lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)
  return { lines, log, read }
}

describe('a log line', () => {
  it('contains the id of the request that it was written for, even across asynchronous work', async () => {
    const { log, read } = collect()
    const child = log.child({ part: 'assets' })
    await Promise.all(
      ['req-1', 'req-2'].map((id) =>
        runInRequest(id, new Headers(), async () => {
          await new Promise((resolve) => setImmediate(resolve))
          child.info({ count: 1 }, 'fields')
          log.warn('no fields')
          log.error(new Error('an error alone'))
        }),
      ),
    )
    log.info('by itself')
    expect(read()).toEqual(['req-1', 'req-1', 'req-1', 'req-2', 'req-2', 'req-2', undefined])
  })

  it('contains a given or bound request id exactly once', () => {
    const { lines, log, read } = collect()
    runInRequest('req-1', new Headers(), () => {
      log.info({ requestId: 'own' }, 'given')
      log.child({ requestId: 'bound' }).info('bound')
      log.child({ requestId: 'bound' }).child({ part: 'x' }).info({ requestId: 'own' }, 'both')
      log.info({ requestId: undefined }, 'none')
    })
    expect(read()).toEqual(['own', 'bound', 'own', 'req-1'])
    for (const line of [lines[0], lines[1], lines[3]]) expect(line?.match(/"requestId"/g)).toHaveLength(1)
  })
})
