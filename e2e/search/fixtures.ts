import { Truth } from '@/lib/inspections/list/testing-truth'
import type { TestConsole } from '@/lib/testing/harness'
import { test as base } from '../fixtures'

/** Documents that were already read, by console. Most inspections never change while the tests run. */
const known = new WeakMap<TestConsole, Map<string, { modifiedAt: string; document: unknown }>>()

/** Reads every inspection directly from the service, without the console. */
async function readTruthOf(app: TestConsole): Promise<Truth> {
  const { standin } = app
  const documents = known.get(app) ?? new Map<string, { modifiedAt: string; document: unknown }>()
  known.set(app, documents)
  const truth = new Truth()
  for (const { audit_id: id, modified_at: modifiedAt } of standin.control.truth('both')) {
    let found = documents.get(id)
    if (found?.modifiedAt !== modifiedAt) {
      const answer = await fetch(`${standin.baseUrl}/audits/${id}`, {
        headers: { authorization: `Bearer ${standin.token}` },
      })
      found = { modifiedAt, document: await answer.json() }
      documents.set(id, found)
    }
    truth.add(found.document)
  }
  return truth
}

export const test = base.extend<{
  /** The content of the service, read independently of the console. */
  truth: Truth
}>({
  truth: async ({ console: app }, use) => use(await readTruthOf(app)),
})
