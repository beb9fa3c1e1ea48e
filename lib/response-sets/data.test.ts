import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { listResponseSets, readOneResponseSet } from './data'
import { responseSet, responseSetList } from './schema'
import { readResponseSet } from './wire'

let standin: Standin
let service: Service
beforeAll(async () => {
  standin = await startStandin({ inspections: 1, limits: 'off' })
  service = createService({ baseUrl: standin.baseUrl, token: standin.token })
})
afterAll(async () => {
  await service.close()
  await standin.close()
})

describe('response sets', () => {
  it('are listed, and each can be read with its responses', async () => {
    const sets = await listResponseSets({ service })
    expect(() => responseSetList.parse({ responseSets: sets })).not.toThrow()
    expect(sets.length).toBeGreaterThan(5)
    const whole = responseSet.parse(await readOneResponseSet(sets[0]?.responseSetId ?? '', { service }))
    expect(whole.name).toBe(sets[0]?.name)
    expect(whole.responses.length).toBeGreaterThan(1)
  })

  it('are not_found when they do not exist', async () => {
    await expect(readOneResponseSet('responseset_none', { service })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keep unknown fields of a response, and skip responses without an id', () => {
    expect(readResponseSet({ responseset_id: 'r', responses: [{ id: 'a', colour: 'red' }, { label: 'x' }] })).toEqual({
      responseSetId: 'r',
      name: 'r',
      createdAt: null,
      updatedAt: null,
      responses: [{ id: 'a', label: 'a', shortLabel: null, rest: { colour: 'red' } }],
    })
    expect(readResponseSet(['r'])).toBeNull()
  })
})
