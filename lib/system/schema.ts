import * as z from 'zod'
import { auditId } from '@/lib/ids'

const instant = z.iso.datetime({ offset: true })

const count = z.number().int()

/** A full reconciliation of the index with the service: removed, hidden, archived and newly permitted inspections. */
export const reconcileStatus = z.object({
  /** `held`: it found so much missing that a person has to say whether that is true. */
  state: z.enum(['running', 'held', 'done', 'cancelled']),
  cause: z.enum(['schedule', 'person']),
  phase: z.enum(['active', 'archived', 'verify', 'settle', 'ask', 'mark']),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** Rows of the index at its start. */
  expected: count,
  /** Rows that the service listed so far. */
  listed: count,
  requests: count,
  added: count,
  returned: count,
  archivedChanged: count,
  missing: count,
  /** Instants and pages that could not be read whole, where nothing was taken for missing. */
  unclear: count,
  /** Why it pauses or is on hold, in words. */
  error: z.string().nullable(),
})
export type ReconcileStatus = z.infer<typeof reconcileStatus>

const problemRow = z.object({
  auditId,
  title: z.string().nullable(),
  templateName: z.string().nullable(),
  reason: z.string(),
})
const problems = z.object({
  count,
  /** The newest few. */
  newest: z.array(problemRow),
})
export type ProblemRow = z.infer<typeof problemRow>

/** The console's own state for the frame, the overview and the System page. */
export const systemStatus = z.object({
  mode: z.enum(['demo', 'service']),
  now: instant,
  sync: z.object({
    /** Nothing modified before this instant is missing from the index (as far as the token's owner may see). */
    asOf: instant.nullable(),
    checkpoint: instant.nullable(),
    running: z.boolean(),
    lastError: z.string().nullable(),
    nextPassAt: instant.nullable(),
    /** Inspections in the index, without those no longer found at the service. Counted some seconds ago. */
    total: count,
    hydrated: count,
    /** Inspections that the first pass has still to list; null once it has ended. */
    rowsToList: count.nullable(),
    /** Documents fetched per minute over the last minute; null when idle. */
    hydratePerMinute: z.number().nullable(),
    /** Until all documents are read, at the present rate and within the service's limit; null when that is not known. */
    secondsLeft: z.number().nullable(),
    /** Inspections that the service no longer lists. */
    missing: count,
    /** Timestamps with more rows than the search can give. */
    gaps: z.array(z.object({ at: instant, known: count, reported: count })),
  }),
  reconcile: z.object({
    latest: reconcileStatus.nullable(),
    /** When the last one that went to its end did so. */
    doneAt: instant.nullable(),
    /** What one costs now. */
    requests: count,
    seconds: z.number(),
  }),
  problems: z.object({
    /** Documents that could not be read so far; `reason` is an error code. */
    unreadable: problems,
    /** Documents that do not fit what is known of their shape; `reason` says where. */
    unusual: problems,
  }),
  service: z.object({
    host: z.string(),
    breaker: z.enum(['closed', 'open', 'half-open']),
    nextProbeAt: instant.nullable(),
    /** The last refusal of the token (401/403), in words; null while it works. */
    refused: z.string().nullable(),
    budget: z.array(
      z.object({
        bucket: z.string(),
        limit: z.number(),
        remaining: z.number(),
        resetSeconds: z.number(),
        queuedPerson: z.number().int(),
        queuedBackground: z.number().int(),
        /** Sent in the current window. */
        sentPerson: z.number().int(),
        sentBackground: z.number().int(),
        source: z.enum(['table', 'headers']),
      }),
    ),
  }),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    sizeBytes: z.number(),
    version: z.string(),
    migrations: z.number().int(),
  }),
  version: z.string(),
})

/** The environment and storage of this process, only for the System page. */
export const systemDetails = z.object({
  now: instant,
  startedAt: instant,
  versions: z.object({ sightline: z.string(), node: z.string(), next: z.string() }),
  /** Connections of this process to the database; null if they are not counted. */
  connections: z.object({ open: count, idle: count, max: count, waiting: count }).nullable(),
  /** The replica that lists are read from; null if there is none. */
  replica: z
    .object({
      /** Bytes of changes that it does not have yet. Null: it cannot be reached. */
      behindBytes: z.number().nullable(),
      /** Reads of lists by this process since its start, and those that went to the replica. */
      reads: count,
      readsThere: count,
    })
    .nullable(),
  /** Bytes that may still be written, on the fuller disk of DATA_DIR and the private database. Null: not known. */
  diskFreeBytes: z.number().nullable(),
  thumbnails: z.object({
    /** Null until they were counted, some moments after the start. */
    files: count.nullable(),
    bytes: z.number().nullable(),
    bytesMax: z.number(),
    /** Since the start, by this process. */
    hits: count,
    misses: count,
  }),
  /** Senders of X-Forwarded-For that TRUSTED_PROXIES does not name, newest first; empty for who may not change that. */
  untrustedProxies: z.array(z.object({ address: z.string(), requests: count, lastAt: instant })),
})
export type SystemDetails = z.infer<typeof systemDetails>

/** `granted`: it succeeded, or looked for an object that does not exist. `unknown`: its answer shows neither. */
export const checkVerdicts = ['granted', 'missing', 'unknown'] as const
export const checkRow = z.object({
  /** Names the row in the address. */
  id: z.string(),
  /** As the service calls it. */
  permission: z.string(),
  /** The request, as `POST /path`. */
  asked: z.string(),
  /** Asked with an id that does not exist. */
  isMadeUp: z.boolean(),
  verdict: z.enum(checkVerdicts),
  /**
   * Inferred from the refusal of a made-up object: a service that looks for the object before it checks the permission
   * would answer the same.
   */
  isInferred: z.boolean(),
  /** The service took what it should have refused: something was changed there. */
  wasTaken: z.boolean(),
  /** Null when no answer arrived. */
  status: z.number().int().nullable(),
  latencyMs: z.number(),
  /** The meaning of the answer, in words. */
  found: z.string(),
  /** What does not work without it. */
  disables: z.array(z.string()),
})
export type CheckRow = z.infer<typeof checkRow>

/** The permissions of the service's token, found with test requests. */
export const connectionCheck = z.object({
  startedAt: instant,
  durationMs: z.number(),
  /** The person who started it. */
  askedBy: z.string(),
  /** `accepted`: the service knows the token. `refused`: it does not. `unreachable`: there was no answer. */
  token: z.enum(['accepted', 'refused', 'unreachable']),
  /** The owner of the token, as the service reports it; null if it does not. */
  owner: z.string().nullable(),
  rows: z.array(checkRow),
})
export type ConnectionCheck = z.infer<typeof connectionCheck>

/** Answer of GET and POST /api/system/check: the last one, null before the first. */
export const lastCheck = z.object({ check: connectionCheck.nullable() })

export const reconcileAction = z.strictObject({
  /** `accept`: what the held one found missing is missing. */
  action: z.enum(['start', 'accept', 'cancel']),
})
export type ReconcileAction = z.infer<typeof reconcileAction>['action']

export const syncRequested = z.object({ requested: z.literal(true) })

export type SystemStatus = z.infer<typeof systemStatus>

/** Answer of GET /api/system/account: whose API token Sightline uses; null while the service does not tell. */
export const connectedAccount = z.object({ name: z.string().nullable() })
