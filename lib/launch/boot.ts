import 'server-only'
import { activityRechecker } from '@/lib/activity/instance'
import { changeWorker } from '@/lib/asset-changes/instance'
import { authContext } from '@/lib/auth/session'
import { listenForSessionNotices } from '@/lib/auth/session-notices'
import { trackClientAddresses } from '@/lib/access/client-address'
import { ensureFirstAdmin } from '@/lib/sign-in/first-admin'
import { assetRefresher } from '@/lib/assets/refresh'
import { backupWorker, upgradeOwnDatabase } from '@/lib/backup/instance'
import { closeDatabase, database, setDatabaseLog } from '@/lib/db/instance'
import { StartError } from '@/lib/db/embedded/start-error'
import { listSecrets, settings, SettingsError } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { startEvents } from '@/lib/events/instance'
import { scheduleWorker } from '@/lib/export-schedules/instance'
import { exportWorker } from '@/lib/exports/instance'
import { setEventSink } from '@/lib/web/report-failure'
import { requestContext } from '@/lib/web/request-context'
import { log, registerSecret, setLogLevel } from '@/lib/log'
import { closeMail, startDemoMailbox } from '@/lib/mail/instance'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { setServiceName } from '@/lib/messages/service-name'
import { zipJobs } from '@/lib/media/zips/jobs'
import { metrics } from '@/lib/metrics/registry'
import { startLender } from '@/lib/permits/instance'
import { processWide } from '@/lib/process-wide'
import { outgoingWorker } from '@/lib/outgoing/instance'
import { insightWorker } from '@/lib/insights/instance'
import { upkeepWorkers } from '@/lib/retention/instance'
import { decideVersions } from '@/lib/rules/decide'
import { ruleWorker } from '@/lib/rules/instance'
import { service, setServiceTarget } from '@/lib/service/instance'
import { startStandin } from '@/lib/standin/server'
import { recheckStatusGroup, recheckTypeGroup } from '@/lib/status-groups/recheck'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { sync } from '@/lib/sync/instance'
import { userJobWorker } from '@/lib/user-jobs/job/instance'
import { userRefresher } from '@/lib/users/refresh'
import { subscribeDemo } from '@/lib/webhooks/demo'
import { inboxWorker } from '@/lib/webhooks/instance'
import { recheckWebhook } from '@/lib/webhooks/recheck'
import { journalSubscribing } from './demo-journal'
import { watchRequests } from './in-flight'
import { openNextServer } from './next-server'
import { noticeWorkers } from './notices/notice-workers'
import { startTracing } from './tracing/start'
import { standinOptions } from './standin-options'
import { stopInOrder, stopSteps } from './stop-in-order'
import type { StartFailed } from './waiter/waiter.mjs'

const currentRequestId = () => requestContext()?.requestId
const currentOwner = () => requestContext()?.userId ?? undefined

/** Ends the process, because Next would keep running and respond to every request with an error page. */
const giveUp = () => process.exit(1)

/** Starts the console once per process. `next dev` calls it again after each change. */
export function boot(): Promise<void> {
  return processWide('boot', () =>
    start().catch((error: unknown) => {
      const sentence = explain(error)
      // The launcher prints it in the terminal. Under `next dev`, the launcher is not our parent.
      if (process.env.NODE_ENV === 'production' && process.send !== undefined)
        process.send({ startFailed: sentence } satisfies StartFailed, giveUp)
      else process.stderr.write(`${sentence}\n`, giveUp)
    }),
  )
}

/**
 * Find out whether a write whose response was lost was done. The worker of a bulk change also rechecks its own steps.
 */
const lookups = {
  'status-group': recheckStatusGroup,
  'asset-type': recheckTypeGroup,
  webhook: recheckWebhook,
  'webhook-secret': recheckWebhook,
}

async function start(): Promise<void> {
  const { mode, service: target, dataDir, standin: wanted, ...own } = settings()
  setLogLevel(own.logLevel)
  for (const secret of listSecrets(settings())) registerSecret(secret)
  setEventSink((level, fields, message) => log()[level](fields, message))
  setDatabaseLog(log(), upgradeOwnDatabase)
  if (own.metricsToken !== null) metrics()
  const stopTracing = await startTracing(own.tracing)
  setServiceName(own.serviceName)
  // PostgreSQL starts while the rest is loaded. Code that needs the database waits for it below.
  database().catch(() => {})
  await installServerTexts()
  // This must happen before the first request, because an earlier request could claim any client address.
  trackClientAddresses(own.trustedProxies)
  const inFlight = watchRequests()
  inFlight.watch(openNextServer())
  let standin: Awaited<ReturnType<typeof startStandin>> | null = null
  let events: Awaited<ReturnType<typeof startEvents>> | null = null
  let notices: ReturnType<typeof listenForSessionNotices> | null = null
  let lender: ReturnType<typeof startLender> = null
  let isStopping = false

  const stop = (reason: string) => {
    if (isStopping) return
    isStopping = true
    log().info({ reason, inFlight: inFlight.count() }, 'stopping')
    const steps = stopSteps({
      inFlight,
      endStreams: () => events?.endStreams(),
      stopEvents: async () => events?.stop(),
      stopSync: () => sync().stop(),
      stopExports: () => Promise.all([exportWorker().stop(), scheduleWorker().stop(), zipJobs().stop()]),
      stopChanges: () => changeWorker().stop(),
      stopUserJobs: () => userJobWorker().stop(),
      stopAssets: async () => {
        await Promise.all([assetRefresher().stop(), userRefresher().stop()])
      },
      stopActivity: () => activityRechecker(lookups).stop(),
      stopWebhooks: () => inboxWorker().stop(),
      stopUpkeep: () =>
        Promise.all(
          [backupWorker(), ...upkeepWorkers(), ...noticeWorkers(), ruleWorker(), outgoingWorker(), insightWorker()].map(
            (worker) => worker.stop(),
          ),
        ),
      stopNotices: async () => notices?.stop(),
      closeService: async () => {
        await service().close()
        await lender?.stop()
      },
      closeMail,
      closeStandin: async () => standin?.close(),
      closeDatabase: async () => {
        await closeDatabase()
        await stopTracing?.()
      },
    })
    void stopInOrder(steps).then((failed) => {
      if (failed.length > 0) log().warn({ failed }, 'stopped, not all of it in order')
      else log().info('stopped')
      process.exit(0)
    })
  }
  listenForTheEnd(stop)

  if (mode === 'demo') {
    standin = await startStandin(standinOptions(dataDir, wanted))
    setServiceTarget({ baseUrl: standin.baseUrl, token: standin.token, currentRequestId, currentOwner })
    if (own.mail === null) await startDemoMailbox()
  } else if (target !== null) {
    lender = startLender()
    setServiceTarget({ ...target, currentRequestId, currentOwner, ...(lender === null ? {} : { lender }) })
  }

  const db = await database()
  await ensureFirstAdmin(db, own.admin)
  notices = listenForSessionNotices(db, authContext().sessions)
  events = await startEvents()
  versionWatch().watch = decideVersions
  sync().start()
  exportWorker().start()
  scheduleWorker().start()
  changeWorker().start()
  userJobWorker().start()
  assetRefresher().start()
  userRefresher().start()
  activityRechecker(lookups).start()
  inboxWorker().start()
  backupWorker().start()
  for (const worker of [...upkeepWorkers(), ...noticeWorkers(), ruleWorker(), outgoingWorker(), insightWorker()])
    worker.start()
  if (mode === 'demo') void subscribeDemo({ service: journalSubscribing(service(), db), log: log() })
}

/**
 * Stops on SIGTERM, on Ctrl+C, and when the launcher ends in any way: its end of the channel closes, or its process
 * ends.
 */
function listenForTheEnd(stop: (reason: string) => void): void {
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // The launcher reads our output. If the launcher is killed, writing fails, but the console must still stop in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const launcher = Number(process.env['SIGHTLINE_LAUNCHER_PID'])
  if (!Number.isInteger(launcher)) return
  process.on('disconnect', () => stop('the launcher is gone'))
  // Under `next dev`, the other end of the channel is Next's own command, which outlives the launcher.
  setInterval(() => {
    try {
      process.kill(launcher, 0)
    } catch {
      stop('the launcher is gone')
    }
  }, 1_000).unref()
}

function explain(error: unknown): string {
  // The database's own message is for the terminal; the error around it is for the browser.
  if (error instanceof AppError && error.cause instanceof StartError) return error.cause.message
  if (error instanceof AppError || error instanceof SettingsError) return error.message
  log().error({ err: error }, 'the start failed')
  return 'Sightline could not start: an unexpected error, logged above.'
}
