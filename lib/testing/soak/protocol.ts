import type { ClientConfig } from 'pg'
import type { RuleReport, SoakAsset } from './rules'

/** The messages between the driver of the soak and its two kinds of processes, over the channel of `fork`. */

/** A row as the service has it. */
export interface TruthRow {
  id: string
  modifiedAt: string
  archived: boolean
}

/** A row as the index has it. */
export interface IndexRow {
  id: string
  modifiedAt: string
  hydratedAt: string | null
  archived: boolean | null
  isMissing: boolean
  /** The id and version in the stored document of the row's version. */
  documentModifiedAt: string | null
}

/** What a console finds in the database at its start, before it reads anything from the service. */
export interface Opened {
  checkpoint: string | null
  rows: ReadonlyArray<Pick<IndexRow, 'id' | 'modifiedAt' | 'isMissing'>>
  gaps: string[]
}

export interface Truth {
  rows: TruthRow[]
  /**
   * Inspections that were made visible again or flagged as archived, without a new version since then. Only a full
   * reconciliation finds them.
   */
  late: string[]
  writes: Record<string, number>
  troubles: Record<string, number>
}

export interface Index {
  rows: IndexRow[]
  /** Instants that the System page lists as gaps. */
  gaps: string[]
  lastError: string | null
}

export type ServiceOrder =
  /** `hookUrl`: where webhooks are sent, as unreliably as everything else. */
  | { kind: 'write'; perSecond: number; hookUrl: string }
  | { kind: 'bound'; bound: 'inclusive' | 'exclusive' }
  | { kind: 'quiet' }
  | { kind: 'truth' }

export type ServiceWord =
  | { kind: 'serving'; baseUrl: string; token: string; webhookSecret: string; assets: SoakAsset[] }
  | { kind: 'quiet' }
  | { kind: 'truth'; truth: Truth }

/** `settle` waits until these inspections have been read. */
export type ConsoleOrder = { kind: 'settle'; ids: string[] } | { kind: 'reconcile' } | { kind: 'index' }

export type ConsoleWord =
  | { kind: 'opened'; opened: Opened; connection: ClientConfig }
  | { kind: 'checkpoint'; checkpoint: string | null; postgres: number | null; passes: number }
  /** The state of the sync is being written at this moment: a good time for a kill. */
  | { kind: 'saving' }
  | { kind: 'settled' }
  | { kind: 'reconciled' }
  /** `deliveries`: webhooks by their result. */
  | { kind: 'index'; index: Index; deliveries: Record<string, number>; rules: RuleReport }
  | { kind: 'failed'; reason: string }

/** How a console is started: one JSON object as its argument. */
export interface ConsoleSettings {
  dataDir: string
  baseUrl: string
  token: string
  /** Rows per search. */
  limit: number
  intervalMs: number
  /** How far this process's clock is off. */
  skewMs: number
  /** Where webhooks arrive, and the secret that signs them. */
  webhooks: { port: number; secret: string }
  assets: readonly SoakAsset[]
  /** Starts a full reconciliation as soon as possible, or continues the one that was killed. */
  compares: boolean
}

/** How the second console is started. It ends when it is killed, or when the driver ends. */
export interface PartnerSettings extends Pick<
  ConsoleSettings,
  'baseUrl' | 'token' | 'limit' | 'intervalMs' | 'skewMs'
> {
  /** The connection to the database that the first console runs. */
  connection: ClientConfig
}

export interface PartnerWord {
  kind: 'running'
}
