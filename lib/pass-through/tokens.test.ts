import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DELETE, GET, PATCH, POST, PUT } from '@/app/api/service/[...path]/route'
import { type Permission, tokenPermissions } from '@/lib/access/permissions'
import { createApiToken } from '@/lib/auth/api-tokens'
import { installTestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { service, setServiceTarget } from '@/lib/service/instance'
import { configureThrottle } from '@/lib/web/throttle'

let db: TestDatabase
let userId = ''
let heard = 0
const upstream = createServer((_request, response) => {
  heard += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const plenty = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: plenty, media: plenty, exports: plenty, tokens: plenty })
  const { port } = upstream.address() as AddressInfo
  const buckets = Object.fromEntries(operationNames.map((name) => [operationOf(name).bucket, 1e6]))
  setServiceTarget({ baseUrl: `http://127.0.0.1:${port}`, token: 'a token of the service', limits: buckets })
  userId = (await installTestAuth(db, systemClock).addPerson('admin')).userId
})
afterAll(async () => {
  await service().close()
  upstream.closeAllConnections()
  upstream.close()
  await db.close()
})

const handlers = { DELETE, GET, PATCH, POST, PUT }

async function addToken(permissions: readonly Permission[]): Promise<string> {
  const { token, hash, hint } = createApiToken()
  await db.query(
    `insert into api_tokens (user_id, name, token_hash, hint, role, permissions) values ($1, 'narrow', $2, $3, 'admin', $4)`,
    [userId, hash, hint, permissions],
  )
  return token
}

it(
  'the pass-through runs only operations that a restricted token has permission for, and writes only with system:write',
  { tags: ['S4', 'S36', 'full'] },
  async () => {
    const narrowings: Array<readonly Permission[]> = [
      ...tokenPermissions.map((permission) => [permission]),
      ['assets:write', 'system:write'],
    ]
    const wrong: string[] = []
    for (const permissions of narrowings) {
      const token = await addToken(permissions)
      for (const name of operationNames) {
        const { method, path, permission, isSecret = false, repeatable: isRead } = operationOf(name)
        heard = 0
        const request = new Request(`http://127.0.0.1:3000/api/service${path.replace(/\/:[A-Za-z]+/g, '/id_1')}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        const response = await handlers[method](request, { params: Promise.resolve({}) })
        await response.body?.cancel()
        const mayRun = permissions.includes(permission) && (isRead || permissions.includes('system:write')) && !isSecret
        const isAsDeclared = mayRun ? [200, 400].includes(response.status) : response.status === 403 && heard === 0
        if (!isAsDeclared) wrong.push(`${permissions.join('+')}: ${name} got ${response.status}, heard ${heard}`)
      }
    }
    expect(wrong).toEqual([])
    const { rows } = await db.query(
      `select 1 from activity where action like 'service.%' and actor_name not like '%(token narrow)'`,
    )
    expect(rows).toEqual([])
  },
)
