import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../answers'
import type { AssetStore } from '../assets/store'
import type { ExportDesk } from '../exports/desk'
import type { RecordStore } from '../records/store'
import type { Store } from '../store'
import type { TrainingDesk } from '../training/desk'
import type { UserDesk } from '../users/desk'
import type { UserShape } from '../users/sent'
import type { WebhookStore } from '../webhooks/store'
import type { AnswerShape } from './asset-parts'

/** What a handler receives about an accepted request. */
export interface HandlerContext {
  store: Store
  /** Created on first use. */
  readonly assets: AssetStore
  /** Users and their upsert jobs, in their current state. */
  readonly users: UserDesk
  readonly webhooks: WebhookStore
  readonly records: RecordStore
  readonly training: TrainingDesk
  /** How responses about upserts are wrapped. */
  userShape: UserShape
  /** How responses about status groups and assets are wrapped. */
  shape: AnswerShape
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The parsed JSON body; null when there was none. */
  body: unknown
  baseUrl: string
  bound: 'inclusive' | 'exclusive'
  requireField: boolean
  exports: ExportDesk
  /** Milliseconds since the epoch, by the stand-in's clock. Never the same twice for two writes. */
  tick: () => number
}

export type Handler = (context: HandlerContext) => Answer
