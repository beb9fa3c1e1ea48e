import { idOf, readEach, textOf } from '@/lib/service/shapes'
import type { ConnectionRow } from './schema'

/** The groups in the response of GET /share/connections (service.md 6). */
export const readConnections = (list: unknown): ConnectionRow[] =>
  readEach(list, (fields) => {
    const connectionId = idOf(fields, 'id')
    if (connectionId === null) return null
    return {
      connectionId,
      name: textOf(fields, 'name') ?? connectionId,
      kind: textOf(fields, 'type') ?? 'unknown',
    }
  })
