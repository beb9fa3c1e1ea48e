import 'server-only'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { service } from '@/lib/service/instance'
import type { CallOptions, Service } from '@/lib/service/types'
import type { ResponseSet, ResponseSetRow } from './schema'
import { listedMax } from './values-model'
import { readResponseSet, readResponseSets } from './wire'

interface ServiceDeps {
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

const optionsOf = ({ signal }: ServiceDeps): CallOptions => (signal === undefined ? {} : { signal })

/** The service's response sets, at most `listedMax`, by name. @throws AppError as `Service.call` */
export async function listResponseSets(deps: ServiceDeps = {}): Promise<ResponseSetRow[]> {
  const answer = await (deps.service ?? service()).call(
    'listResponseSets',
    { query: { limit: listedMax } },
    optionsOf(deps),
  )
  return readResponseSets(answer.response_sets).toSorted((one, two) => one.name.localeCompare(two.name))
}

/** One response set with its responses. @throws AppError not_found, and as `Service.call` */
export async function readOneResponseSet(responseSetId: string, deps: ServiceDeps = {}): Promise<ResponseSet> {
  const answer = await (deps.service ?? service()).call(
    'getResponseSet',
    { params: { responseSetId } },
    optionsOf(deps),
  )
  const set = readResponseSet(answer)
  if (set === null) throw new AppError('upstream_failed', serverText('responseSets.unreadable'))
  return set
}
