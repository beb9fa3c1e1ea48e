import * as z from 'zod'
import { openFormats, openTables } from './values-model'

/** Open data: whole tables for programs. They are streamed and can be resumed after any row. */

export type OpenTable = (typeof openTables)[number]
export type OpenFormat = (typeof openFormats)[number]

/** Path of GET /api/open-data/[table]. */
export const openPlace = z.object({
  /** The table. `answers` has one row for each answer of an inspection. */
  table: z.enum(openTables),
})

export const openQuery = z.object({
  format: z.enum(openFormats).default('jsonl'),
  /** `cursor` of the last row that you received. The response contains the rows after it. */
  after: z.string().max(2_000).optional(),
})

/**
 * The columns of inspections: the 33 columns of the official exporter. Columns without a source here are always empty.
 */
export const inspectionColumns = [
  'audit_id',
  'name',
  'archived',
  'owner_name',
  'owner_id',
  'author_name',
  'author_id',
  'score',
  'max_score',
  'score_percentage',
  'duration',
  'template_id',
  'organisation_id',
  'template_name',
  'template_author',
  'site_id',
  'date_started',
  'date_completed',
  'date_modified',
  'created_at',
  'modified_at',
  'exported_at',
  'document_no',
  'prepared_by',
  'location',
  'conducted_on',
  'personnel',
  'client_site',
  'latitude',
  'longitude',
  'web_report_link',
  'deleted',
  'asset_id',
] as const

/** One row for each answer of the current version of an inspection. */
export const answerColumns = [
  'audit_id',
  'modified_at',
  'template_id',
  'template_name',
  'item_index',
  'item_id',
  'parent_id',
  'section',
  'type',
  'label',
  'response',
  'response_id',
  'note',
  'failed',
  'mandatory',
  'inactive',
  'score',
  'max_score',
  'score_percentage',
  'media_count',
] as const

export const assetColumns = [
  'asset_id',
  'code',
  'type_id',
  'type_name',
  'site_id',
  'site_name',
  'state',
  'status_id',
  'status_name',
  'status_group_id',
  'modified_at',
  'deleted',
] as const

export const userColumns = [
  'user_id',
  'email',
  'name',
  'seat',
  'status',
  'time_zone',
  'groups',
  'sites',
  'deleted',
] as const

export type Cell = string | number | boolean | null
/** A row by column name, and the cursor after it. */
export interface OpenRow {
  cells: Readonly<Record<string, Cell>>
  cursor: string
}
