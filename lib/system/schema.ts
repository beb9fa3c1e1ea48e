import * as z from 'zod'
import { auditId } from '@/lib/ids'

const instant = z.iso.datetime({ offset: true })

const count = z.number().int()

/**
 * A full reconciliation of the index with the service. It finds removed, hidden, archived and newly permitted
 * inspections.
 */
export const reconcileStatus = z.object({
  /** `held`: so many inspections are missing that a person must confirm it. */
  state: z.enum(['running', 'held', 'done', 'cancelled']),
  cause: z.enum(['schedule', 'person']),
  phase: z.enum(['active', 'archived', 'verify', 'settle', 'ask', 'mark']),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** Rows in the index when the reconciliation started. */
  expected: count,
  /** Rows that the service has listed so far. */
  listed: count,
  requests: count,
  added: count,
  returned: count,
  archivedChanged: count,
  missing: count,
  /** Instants and pages that could not be read completely. No inspection there is considered missing. */
  unclear: count,
  /** Why the reconciliation pauses or is on hold, as a text. */
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
    /** The index contains everything that was modified before this instant (and that the connected account can see). */
    asOf: instant.nullable(),
    checkpoint: instant.nullable(),
    running: z.boolean(),
    lastError: z.string().nullable(),
    nextPassAt: instant.nullable(),
    /** Inspections in the index, without those that the service no longer has. Counted some seconds ago. */
    total: count,
    hydrated: count,
    /** Inspections that the first pass must still list; null once it has ended. */
    rowsToList: count.nullable(),
    /** Documents fetched per minute over the last minute; null when idle. */
    hydratePerMinute: z.number().nullable(),
    /** Seconds until all documents are read, at the current rate and within the service's limit; null when unknown. */
    secondsLeft: z.number().nullable(),
    /** Inspections that the service no longer lists. */
    missing: count,
    /** Timestamps with more rows than the search can return. */
    gaps: z.array(z.object({ at: instant, known: count, reported: count })),
  }),
  reconcile: z.object({
    latest: reconcileStatus.nullable(),
    /** When the last complete reconciliation ended. */
    doneAt: instant.nullable(),
    /** The estimated requests and seconds of a reconciliation. */
    requests: count,
    seconds: z.number(),
  }),
  problems: z.object({
    /** Documents that could not be read so far; `reason` is an error code. */
    unreadable: problems,
    /** Documents with an unexpected structure; `reason` is the place. */
    unusual: problems,
  }),
  service: z.object({
    host: z.string(),
    breaker: z.enum(['closed', 'open', 'half-open']),
    nextProbeAt: instant.nullable(),
    /** The last refusal of the token (401/403), as a text; null while the token works. */
    refused: z.string().nullable(),
    budget: z.array(
      z.object({
        bucket: z.string(),
        limit: z.number(),
        remaining: z.number(),
        resetSeconds: z.number(),
        queuedPerson: z.number().int(),
        queuedBackground: z.number().int(),
        /** Requests sent in the current window. */
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
      /** Bytes of changes that the replica does not have yet. Null: it cannot be reached. */
      behindBytes: z.number().nullable(),
      /** Reads of lists by this process since its start, and how many of them used the replica. */
      reads: count,
      readsThere: count,
    })
    .nullable(),
  /**
   * Bytes that can still be written on the fuller of the disks of DATA_DIR and the embedded database. Null: unknown.
   */
  diskFreeBytes: z.number().nullable(),
  thumbnails: z.object({
    /** Null until the files are counted, shortly after the start. */
    files: count.nullable(),
    bytes: z.number().nullable(),
    bytesMax: z.number(),
    /** Requests to this process since its start. */
    hits: count,
    misses: count,
  }),
  /**
   * Senders of X-Forwarded-For that TRUSTED_PROXIES does not contain, newest first. Empty for people who may not change
   * it.
   */
  untrustedProxies: z.array(z.object({ address: z.string(), requests: count, lastAt: instant })),
})
export type SystemDetails = z.infer<typeof systemDetails>

/**
 * `granted`: the request succeeded, or the object was not found. `unknown`: the response does not show whether the
 * permission exists.
 */
export const checkVerdicts = ['granted', 'missing', 'unknown'] as const
export const checkRow = z.object({
  /** Identifies the row in the address. */
  id: z.string(),
  /** The permission's name in the service. */
  permission: z.string(),
  /** The request, such as `POST /path`. */
  asked: z.string(),
  /** Whether the request used an ID that does not exist. */
  isMadeUp: z.boolean(),
  verdict: z.enum(checkVerdicts),
  /**
   * Whether the result is inferred from the refusal of a made-up object. A service that looks for the object before it
   * checks the permission would send the same response.
   */
  isInferred: z.boolean(),
  /** Whether the service accepted a write that it should have refused, so that something was changed there. */
  wasTaken: z.boolean(),
  /** Null when no response arrived. */
  status: z.number().int().nullable(),
  latencyMs: z.number(),
  /** The meaning of the response, as a text. */
  found: z.string(),
  /** What does not work without the permission. */
  disables: z.array(z.string()),
})
export type CheckRow = z.infer<typeof checkRow>

/** The permissions of the service's token, found with test requests. */
export const connectionCheck = z.object({
  startedAt: instant,
  durationMs: z.number(),
  /** The person who started the check. */
  askedBy: z.string(),
  /** `accepted`: the service knows the token. `refused`: it does not. `unreachable`: there was no response. */
  token: z.enum(['accepted', 'refused', 'unreachable']),
  /** The owner of the token, as the service reports them; null if it does not. */
  owner: z.string().nullable(),
  rows: z.array(checkRow),
})
export type ConnectionCheck = z.infer<typeof connectionCheck>

/** Response of GET and POST /api/system/check: the last check; null before the first. */
export const lastCheck = z.object({ check: connectionCheck.nullable() })

export const reconcileAction = z.strictObject({
  /** `accept` confirms that the inspections that the held reconciliation did not find are missing. */
  action: z.enum(['start', 'accept', 'cancel']),
})
export type ReconcileAction = z.infer<typeof reconcileAction>['action']

export const syncRequested = z.object({ requested: z.literal(true) })

export type SystemStatus = z.infer<typeof systemStatus>

/**
 * Response of GET /api/system/account: the name of the connected account; null while the service does not return it.
 */
export const connectedAccount = z.object({ name: z.string().nullable() })
