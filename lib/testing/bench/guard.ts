import { batchHref, batchLimits } from '@/lib/media/thumbs-model'
import { thumbHref } from '@/lib/media/model'
import { fillIndexAt } from '../fill-index'
import type { TestConsole } from '../harness'
import type { Comparison } from './compare'
import {
  type Ask,
  compareAll,
  type Effort,
  empty,
  openAsk,
  proxyComparisons,
  signInViewer,
  withQuickService,
} from './passthrough'
import { writeResults } from './tools'

/**
 * The five ratios that matter most, in short rounds. Their floors are far below what a quiet machine measures, so that
 * only a real loss fails the guard, and other work on the machine does not.
 */
const effort: Effort = { rounds: 5, roundMs: 1_500 }
const inspections = 240
const auditId = 'audit_bench'

/** Creates thumbnails that are kept. Returns the address of one, and the address of all together. */
async function keepThumbs(app: TestConsole, headers: Record<string, string>) {
  const mediaIds = Array.from({ length: batchLimits.filesMax }, (_, at) => `photo_${at}`)
  for (const mediaId of mediaIds) await measureAnswer(app, headers, thumbHref(auditId, mediaId, 'small'))
  const single = thumbHref(auditId, mediaIds[0] ?? '', 'small')
  const many = batchHref(
    mediaIds.map((mediaId) => ({ auditId, mediaId })),
    'small',
  )
  return { single, many }
}

/** The size of a response in bytes. @throws when the response is not a success */
async function measureAnswer(app: TestConsole, headers: Record<string, string>, path: string): Promise<number> {
  const answer = await fetch(app.url + path, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const bytes = (await answer.arrayBuffer()).byteLength
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return bytes
}

async function ownComparisons(
  app: TestConsole,
  headers: Record<string, string>,
  ask: Ask,
): Promise<[Comparison, Comparison, Comparison]> {
  const round = async (path: string) => ask(path, await measureAnswer(app, headers, path))
  const { single, many } = await keepThumbs(app, headers)
  const nothing = { name: 'empty handler', round: ask(...empty) }
  return [
    {
      name: 'list of 50 / empty handler',
      ours: { name: 'list', round: await round('/api/inspections?limit=50&include=rows') },
      theirs: nothing,
      floor: 0.2,
    },
    {
      name: 'kept thumbnail / empty handler',
      ours: { name: 'thumbnail', round: await round(single) },
      theirs: nothing,
      floor: 0.5,
    },
    {
      name: '120 thumbnails at once / one alone',
      ours: { name: '120 thumbnails', round: await round(many) },
      theirs: { name: 'thumbnail', round: await round(single) },
      // At this ratio, twelve times as many pictures arrive per second.
      floor: 0.1,
    },
  ]
}

/** Fails when one of the five most important ratios is below its floor. */
export async function benchGuard(): Promise<boolean> {
  const verdicts = await withQuickService({ standin: { inspections }, prepare: fillIndexAt }, async (app, load) => {
    const headers = await signInViewer(app)
    const ask = await openAsk(app, headers, effort.roundMs)
    const [small, , large] = proxyComparisons(ask)
    const proxies = [
      { ...small, floor: 1.2 },
      { ...large, floor: 0.5 },
    ]
    return await compareAll([...proxies, ...(await ownComparisons(app, headers, ask))], effort, load)
  })
  if (verdicts === null) return false
  writeResults('guard', { ...effort, verdicts })
  return verdicts.every(({ ok }) => ok)
}
