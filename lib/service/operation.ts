import type * as z from 'zod'
import type { Permission } from '@/lib/access/permissions'

/** A person's request goes before background work in every bucket. */
export type Lane = 'person' | 'background'
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One documented operation of the service (interface.md 4 and 8). `endpoints.ts` is the only place with its path. */
export interface Operation {
  /** For people: what it does, and its group in the contract. */
  title: string
  group: 'Inspections' | 'Exports' | 'Lists' | 'Status groups' | 'Assets' | 'Users' | 'Training' | 'Webhooks'
  method: HttpMethod
  /** Path at the service with `:name` for each id, e.g. `/audits/:auditId/media/:mediaId`. */
  path: string
  /** Documented requests per 60 s. */
  perMinute: number
  /** Rate bucket: its own name for a row of the table, `other` for the shared rest. */
  bucket: string
  /**
   * May be sent again when its response was lost: every read, whatever its method, and no write, see `endpoints.ts`.
   */
  repeatable: boolean
  lane: Lane
  /** The permission that a person needs to call it. */
  permission: Permission
  /** `file`: bytes with the service's Content-Type, streamed. */
  answers: 'json' | 'file'
  query: z.ZodType
  body: z.ZodType | null
  /** Lenient: unknown fields pass through unchanged. */
  answer: z.ZodType
  /** Not in the contract, only known from the service's public pages. */
  isBeyondContract?: true
  /** Its response is a secret: only the console itself may call it, and nobody through it. */
  isSecret?: true
}
