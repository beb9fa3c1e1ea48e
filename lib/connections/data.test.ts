import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { listConnections } from './data'
import { connectionList } from './schema'
import { readConnections } from './wire'

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

describe('connections', () => {
  it('are listed as the service returns them', async () => {
    const connections = await listConnections({ service })
    expect(() => connectionList.parse({ connections })).not.toThrow()
    expect(connections.length).toBeGreaterThan(2)
  })

  it('use their id as their name when they have none', () => {
    expect(readConnections([{ id: 'role_1', type: 'team' }])).toEqual([
      { connectionId: 'role_1', name: 'role_1', kind: 'team' },
    ])
  })
})
