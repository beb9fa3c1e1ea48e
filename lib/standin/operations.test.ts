import { describe, expect, it } from 'vitest'
import { handlers } from './handlers/table'
import { operations } from './operations'
import { startBench } from './testing'

describe("the stand-in's operations", () => {
  it('all have a handler, and every handler has an operation', () => {
    expect(Object.keys(handlers).sort()).toEqual(operations.map(({ name }) => name).sort())
  })

  it('never return 501 or crash, whatever the request', async () => {
    await using bench = await startBench({ inspections: 20, users: 30 })
    const odd: string[] = []
    for (const { name, method, path } of operations) {
      const target = path.replaceAll(/:([a-zA-Z]+)(?=\/|$)/g, (_, param) =>
        param === 'auditId' ? 'audit_00' : 'nothing',
      )
      for (const body of method === 'GET'
        ? [undefined]
        : [undefined, '{}', '[]', '{"users":7,"shares":"x","url":null}']) {
        const { status } = await bench.ask(target, { method, ...(body === undefined ? {} : { body }) })
        if (status >= 500 || status === 405) odd.push(`${name} ${body}: ${status}`)
      }
    }
    expect(odd).toEqual([])
  })
})
