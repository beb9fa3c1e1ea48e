/** What the driver of the soak and its two kinds of processes say to each other over the channel of `fork`. */

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
  /** What the kept document of the row's version says of itself. */
  documentModifiedAt: string | null
}

/** What a start finds in the database, before anything is read. */
export interface Opened {
  checkpoint: string | null
  rows: ReadonlyArray<Pick<IndexRow, 'id' | 'modifiedAt' | 'isMissing'>>
  gaps: string[]
}

export interface Truth {
  rows: TruthRow[]
  /** Given back to sight, or flagged as archived, without a new version since: only a full compare finds that. */
  late: string[]
  writes: Record<string, number>
  troubles: Record<string, number>
}

export interface Index {
  rows: IndexRow[]
  /** Instants that the System page names as not readable whole. */
  gaps: string[]
  lastError: string | null
}

export type ServiceOrder =
  /** `hookUrl`: who is told of what is written, as unreliably as everything else. */
  | { kind: 'write'; perSecond: number; hookUrl: string }
  | { kind: 'bound'; bound: 'inclusive' | 'exclusive' }
  | { kind: 'quiet' }
  | { kind: 'truth' }

export type ServiceWord =
  | { kind: 'serving'; baseUrl: string; token: string; webhookSecret: string }
  | { kind: 'quiet' }
  | { kind: 'truth'; truth: Truth }

/** `settle`: until these have been read. */
export type ConsoleOrder = { kind: 'settle'; ids: string[] } | { kind: 'reconcile' } | { kind: 'index' }

export type ConsoleWord =
  | { kind: 'opened'; opened: Opened }
  | { kind: 'checkpoint'; checkpoint: string | null; postgres: number | null; passes: number }
  /** What the sync knows of itself is being written this very moment: a good time to be killed. */
  | { kind: 'saving' }
  | { kind: 'settled' }
  | { kind: 'reconciled' }
  /** `deliveries`: of webhooks, by what became of them. */
  | { kind: 'index'; index: Index; deliveries: Record<string, number> }
  | { kind: 'failed'; reason: string }

/** How a console is started: one JSON object as its argument. */
export interface ConsoleSettings {
  dataDir: string
  baseUrl: string
  token: string
  /** Rows per search. */
  limit: number
  intervalMs: number
  /** How far this process' clock is off. */
  skewMs: number
  /** Where webhooks come in, and what they are signed with. */
  webhooks: { port: number; secret: string }
  /** Begins a full compare as soon as it can, or goes on with the one that was killed. */
  compares: boolean
}
