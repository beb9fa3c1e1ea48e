import 'server-only'
import type { Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { operationOf } from '@/lib/service/endpoints'
import type { OperationName, RawInput, Service } from '@/lib/service/types'
import { judge, ownerOperation, probes } from './check-probes'
import { readAccountName } from './connected-account'
import type { CheckRow, ConnectionCheck } from './schema'

/** Sends the requests of a connection check, and interprets their responses. */

const deadlineMs = 12_000

export interface ProbeOptions {
  service: () => Pick<Service, 'raw'>
  clock: Clock
  requestId: string
}

interface ProbeAnswer {
  status: number | null
  latencyMs: number
  /** Why there is no response. */
  trouble: string | null
  bytes: Uint8Array | null
}

const noAnswer: ProbeAnswer = { status: null, latencyMs: 0, trouble: null, bytes: null }

/** The operation in readable form: `GET /users/v1/...`. */
const describeOperation = (operation: OperationName) =>
  `${operationOf(operation).method} ${operationOf(operation).path}`

/** The writes of a check. All of them are for objects that do not exist. */
export const writesWithMadeUpIds = probes.flatMap(({ isMadeUp, operation }) =>
  isMadeUp ? [describeOperation(operation)] : [],
)

async function ask(
  operation: OperationName,
  input: RawInput,
  { service, clock, requestId }: ProbeOptions,
): Promise<ProbeAnswer> {
  const startedAt = clock.now()
  try {
    const call = { lane: 'person', isFresh: true, deadlineMs, requestId } as const
    const { status, bytes, stream } = await service().raw(operation, input, call)
    stream?.on('error', () => undefined).destroy()
    return { status, bytes, trouble: null, latencyMs: clock.now() - startedAt }
  } catch (error) {
    const known = error instanceof AppError ? error : null
    return {
      status: known?.details.upstreamStatus ?? null,
      bytes: null,
      trouble: known?.text ?? null,
      latencyMs: clock.now() - startedAt,
    }
  }
}

function toRow(probe: (typeof probes)[number], { status, latencyMs, trouble }: ProbeAnswer): CheckRow {
  const { id, permission, operation, isMadeUp, disables } = probe
  const { verdict, found, isInferred, wasTaken } = judge(probe, status, trouble)
  return {
    id,
    permission,
    asked: describeOperation(operation),
    isMadeUp,
    verdict,
    found,
    isInferred,
    wasTaken,
    status,
    latencyMs: Math.round(latencyMs),
    disables: [...disables],
  }
}

/** Sends all probes at the same time. `personName`: the person who started the check. */
export async function runProbes(personName: string, options: ProbeOptions): Promise<ConnectionCheck> {
  const { clock } = options
  const startedAt = clock.now()
  const [owner, ...answers] = await Promise.all([
    ask(ownerOperation, {}, options),
    ...probes.map((probe) => ask(probe.operation, probe.input(), options)),
  ])
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(clock.now() - startedAt),
    askedBy: personName,
    token: readToken([owner, ...answers].map(({ status }) => status)),
    owner: readOwner(owner.bytes),
    rows: probes.map((probe, at) => toRow(probe, answers[at] ?? noAnswer)),
  }
}

/** Any response that does not refuse the token shows that the service knows the token. */
function readToken(statuses: ReadonlyArray<number | null>): ConnectionCheck['token'] {
  if (statuses.some((status) => status === 403 || (status !== null && status >= 200 && status < 300))) return 'accepted'
  return statuses.includes(401) ? 'refused' : 'unreachable'
}

function readOwner(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  try {
    return readAccountName(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    // The owner's name is optional. The rows show what the token may do.
    return null
  }
}
