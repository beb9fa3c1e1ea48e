import 'server-only'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import type { ConnectionRow } from './schema'
import { readConnections } from './wire'

interface ServiceDeps {
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

/** The people and groups that inspections can be shared with, by name. @throws AppError as `Service.call` */
export async function listConnections(deps: ServiceDeps = {}): Promise<ConnectionRow[]> {
  const answer = await (deps.service ?? service()).call(
    'listShareConnections',
    {},
    deps.signal === undefined ? {} : { signal: deps.signal },
  )
  return readConnections(answer.groups).toSorted((one, two) => one.name.localeCompare(two.name))
}
