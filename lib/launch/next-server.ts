import 'server-only'
import type { Server } from 'node:http'
import path from 'node:path'
import { constants } from 'node:zlib'
import compression from 'compression'
import { notePeer } from '@/lib/access/client-address'
import { basePath } from '@/lib/base-path'
import { systemClock } from '@/lib/clock'
import { resolveInProject } from '@/lib/db/project-root'
import { answerDirectly } from '@/lib/http/answer-directly'
import { createFrontDoor, type FrontDoor, type Listener } from '@/lib/http/front-door'
import { enterQueue, leaveQueue } from '@/lib/http/request-queue'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { distDirOf } from './dist-dir'
import { createMethodTable } from './method-table'
import { createStaticFiles } from './static-files'

/**
 * Compresses what Next responds with. Brotli makes a page 15 % smaller than Next's own compression, which is always
 * gzip, in the same time. A larger window than 256 KB would only take memory.
 */
const compress = compression({
  brotli: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
})

/** What `next-process.mjs` sets in the process. */
interface NextServer {
  server: Server
  open: (door: Pick<FrontDoor, 'handle'>) => void
}

/** Puts our layer before Next's server, and lets in the requests that have been waiting. @returns the server */
export function openNextServer(): Server {
  const { server, open } = processWide<NextServer>('next-server', () => {
    throw new Error('The console is started by npm start, npm run demo or npm run dev, never by Next itself.')
  })
  const door = createFrontDoor({
    now: () => systemClock.now(),
    methodsOf: createMethodTable(),
    queue: { enter: enterQueue, leave: leaveQueue },
    basePath,
  })
  door.guard(server)
  // Next would accept the upgrade and drop the connection. Without a listener, Node ignores the upgrade and the request
  // gets a normal response.
  const isBuilt = process.env.NODE_ENV === 'production'
  if (isBuilt) server.removeAllListeners('upgrade')
  const root = resolveInProject()
  const files = createStaticFiles(path.join(root, distDirOf(root, process.env), 'static'), `${basePath}/_next/static`)
  open({
    handle: (request, response, next) => {
      notePeer(request)
      // In development, files have no hash in their names and change, and so do handlers.
      const compressed: Listener = (...given) => compress(...given, () => next(...given))
      const built: Listener = (...given) => answerDirectly(...given, () => files(...given, () => compressed(...given)))
      door.handle(request, response, isBuilt ? built : next)
    },
  })
  const { headersTimeout: headersWithinMs, requestTimeout: requestWithinMs } = server
  log().info({ headersWithinMs, requestWithinMs }, 'requests have to arrive in time')
  return server
}
