import { DELETE, GET, PATCH, POST, PUT } from '@/app/api/service/[...path]/route'
import { createApiToken } from '@/lib/auth/api-tokens'
import { installTestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { service, setServiceTarget } from '@/lib/service/instance'
import type { Reach } from '@/lib/standin/clients/testing'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { configureThrottle } from '@/lib/web/throttle'

/** A client of the service that reaches a stand-in through the pass-through, with an API token of an admin. */
export interface PassThroughReach extends AsyncDisposable {
  standin: Standin
  reach: Reach
}

const handlers = { DELETE, GET, PATCH, POST, PUT }
const baseUrl = 'http://127.0.0.1:3000/api/service'

export async function reachThroughConsole(options: StandinOptions): Promise<PassThroughReach> {
  const db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  // Not `off`: the stand-in would still send the headers of the usual limits, and the console obeys them.
  const standin = await startStandin({ limits: 1_000_000, ...options })
  standin.control.exports.set({ takesMs: 0 })
  const plenty = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: plenty, media: plenty, exports: plenty, tokens: plenty })
  const limits = Object.fromEntries(operationNames.map((name) => [operationOf(name).bucket, 1e6]))
  setServiceTarget({ baseUrl: standin.baseUrl, token: standin.token, limits })
  const { userId } = await installTestAuth(db, systemClock).addPerson('admin')
  const { token, hash, hint } = createApiToken()
  await db.query(
    `insert into api_tokens (user_id, name, token_hash, hint, role) values ($1, 'client', $2, $3, 'admin')`,
    [userId, hash, hint],
  )
  return {
    standin,
    reach: {
      baseUrl,
      token,
      send: (request) => {
        const handler = Object.entries(handlers).find(([method]) => method === request.method)?.[1]
        if (handler === undefined) throw new Error(`the pass-through has no ${request.method}`)
        return handler(request, { params: Promise.resolve({}) })
      },
      // Links point to the service, which accepts only its own token. The console has the file at the same path.
      locate: (href) => {
        if (!href.startsWith(standin.baseUrl)) throw new Error(`${href} is not at the service`)
        return `${baseUrl}${href.slice(standin.baseUrl.length)}`
      },
    },
    [Symbol.asyncDispose]: async () => {
      await service().close()
      await standin.close()
      await db.close()
    },
  }
}
