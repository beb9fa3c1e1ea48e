import * as z from 'zod'
import { answerJson } from '../answers'
import { makePictureId, type AssetRow } from '../assets/demo'
import { allFields, type FieldKind } from '../assets/kinds'
import { assetStates, type AssetPatch, type FieldValue } from '../assets/steps'
import type { AssetStore } from '../assets/store'
import { Refusal } from '../refusals'
import { pageById, parseSent, readMask, sentPage, shapeRead, shapeWritten, type AnswerShape } from './asset-parts'
import { makeSearch } from './asset-types'
import type { Handler } from './context'

const sentMoney = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  units: z.union([z.string(), z.number()]).transform(String),
  nanos: z.number().int().default(0),
})
const sentField = z.looseObject({
  field_id: z.string(),
  string_value: z.string().optional(),
  timestamp_value: z.iso.datetime({ offset: true }).optional(),
  money_value: sentMoney.optional(),
})
const sentStatus = z.union([
  z.string(),
  z.looseObject({ status_option_id: z.string() }),
  z.looseObject({ id: z.string() }),
])
const sentAsset = z.looseObject({
  id: z.string().optional(),
  code: z.string().optional(),
  type_id: z.string().optional(),
  site_id: z.string().nullish(),
  fields: z.array(sentField).optional(),
  profile_image: z.looseObject({ filename: z.string() }).nullish(),
  statuses: z.array(sentStatus).optional(),
  status_option_ids: z.array(z.string()).optional(),
  status_option_id: z.string().nullish(),
})
type SentAsset = z.infer<typeof sentAsset>

const bulkMax = 100
const masked = ['code', 'site_id', 'fields', 'statuses', 'profile_image'] as const

function serializeAsset(assets: AssetStore, row: AssetRow, shape: AnswerShape) {
  const type = assets.type(row.typeId)
  const group = type?.groupId === null || type === undefined ? undefined : assets.group(type.groupId)
  const option = group?.options.find(({ id }) => id === row.optionId)
  const idName = shape === 'bare' ? 'id' : 'status_option_id'
  return {
    id: row.id,
    code: row.code,
    type: { type_id: row.typeId, name: type?.name ?? '', type: type?.category ?? '' },
    fields: assets
      .valuesOf(row)
      .map(({ fieldId, value }) =>
        Object.assign({ field_id: fieldId, name: allFields.find(({ id }) => id === fieldId)?.name ?? '' }, value),
      ),
    created_at: new Date(row.createdAtMs).toISOString(),
    modified_at: new Date(row.modifiedAtMs).toISOString(),
    site: assets.site(row.siteId),
    profile_image:
      row.picture === null
        ? null
        : {
            id: makePictureId(assets.seed, row.id),
            token: makePictureId(assets.seed, row.code),
            filename: row.picture,
            media_type: 'MEDIA_TYPE_IMAGE',
          },
    media: [],
    state: row.state,
    inspected_at: row.inspectedAtMs === null ? null : new Date(row.inspectedAtMs).toISOString(),
    sourced_from_external_system: row.isExternal,
    statuses:
      option && group
        ? [
            {
              [idName]: option.id,
              name: option.name,
              color: option.color,
              status_group_id: group.id,
              status_group_name: group.name,
            },
          ]
        : [],
    // These fields are not documented, and a client must accept them.
    schedule_count: row.code.length % 4,
    telematics: { provider: null, tags: [] },
  }
}

/** @throws Refusal 404 */
function requireAsset(assets: AssetStore, id: string | undefined): AssetRow {
  const row = assets.asset(id ?? '')
  if (!row) throw new Refusal(404, 'asset not found')
  return row
}

/** The requested status, by any of its names; null: none. @throws Refusal 400 */
function readStatus(assets: AssetStore, sent: SentAsset, typeId: string): string | null {
  const listed = [...(sent.statuses ?? []), ...(sent.status_option_ids ?? [])].map((status) =>
    typeof status === 'string' ? status : String(status['status_option_id'] ?? status['id']),
  )
  const single = sent.status_option_id ?? ''
  // The same status under two names of the field counts once. Two in a list are refused, even if they are equal.
  const isOne = listed.length <= 1 && (single === '' || listed.every((id) => id === single))
  if (!isOne) throw new Refusal(400, 'an asset has at most one status')
  const optionId = listed[0] ?? (single === '' ? null : single)
  if (optionId === null) return null
  const groupId = assets.type(typeId)?.groupId ?? ''
  if (!assets.group(groupId)?.options.some(({ id }) => id === optionId))
    throw new Refusal(400, `status option "${optionId}" is not in the status group of the asset's type`)
  return optionId
}

/** @throws Refusal 400 for a field that assets of the type do not have, or a value of the wrong kind */
function readFields(assets: AssetStore, sent: SentAsset, typeId: string): FieldValue[] {
  const kinds: readonly FieldKind[] = assets.fieldsOf(typeId) ?? allFields
  const taken = new Set<string>()
  return (sent.fields ?? []).map((field): FieldValue => {
    const { field_id: fieldId, string_value: text, timestamp_value: time, money_value: money } = field
    const kind = kinds.find(({ id }) => id === fieldId)
    if (!kind) throw new Refusal(400, `fields: "${fieldId}" is not a field of this asset type`)
    if (taken.has(fieldId)) throw new Refusal(400, `fields: "${fieldId}" is given twice`)
    taken.add(fieldId)
    if (kind.choices && text !== undefined && !kind.choices.includes(text))
      throw new Refusal(400, `fields: "${text}" is not a choice of ${kind.name}`)
    if (kind.valueType === 'string' && text !== undefined) return { fieldId, value: { string_value: text } }
    if (kind.valueType === 'timestamp' && time !== undefined) return { fieldId, value: { timestamp_value: time } }
    if (kind.valueType === 'money' && money !== undefined) return { fieldId, value: { money_value: money } }
    throw new Refusal(400, `fields: ${kind.name} needs a ${kind.valueType}_value`)
  })
}

/** @throws Refusal 400 */
function readCode(assets: AssetStore, sent: SentAsset, ownId: string | null): string {
  const code = sent.code ?? ''
  if (code.trim() === '') throw new Refusal(400, 'code must not be empty')
  const other = assets.assetByCode(code)
  if (other && other.id !== ownId) throw new Refusal(400, `an asset with the code "${code}" exists already`)
  return code
}

/** @throws Refusal 400 */
function readSite(assets: AssetStore, sent: SentAsset): string | null {
  const siteId = sent.site_id ?? ''
  if (siteId === '') return null
  if (assets.site(siteId) === null) throw new Refusal(400, `unknown site "${siteId}"`)
  return siteId
}

function makeNew(assets: AssetStore, sent: SentAsset, id: string): AssetPatch {
  const typeId = sent.type_id ?? ''
  if (assets.type(typeId) === undefined) throw new Refusal(400, `unknown asset type "${typeId}"`)
  return {
    id,
    code: readCode(assets, sent, null),
    typeId,
    siteId: readSite(assets, sent),
    optionId: readStatus(assets, sent, typeId),
    fields: readFields(assets, sent, typeId),
    picture: sent.profile_image?.filename ?? null,
  }
}

function makePatch(assets: AssetStore, row: AssetRow, sent: SentAsset, mask: ReadonlySet<string>): AssetPatch {
  return {
    id: row.id,
    ...(mask.has('code') ? { code: readCode(assets, sent, row.id) } : {}),
    ...(mask.has('site_id') ? { siteId: readSite(assets, sent) } : {}),
    ...(mask.has('fields') ? { fields: readFields(assets, sent, row.typeId) } : {}),
    ...(mask.has('statuses') ? { optionId: readStatus(assets, sent, row.typeId) } : {}),
    ...(mask.has('profile_image') ? { picture: sent.profile_image?.filename ?? null } : {}),
  }
}

const filter = z.union([
  z.strictObject({ type_id: z.string() }),
  z.strictObject({ site_id: z.string() }),
  z.strictObject({ state: z.enum(assetStates) }),
])
const listing = z.looseObject({
  ...sentPage,
  search: z.string().default(''),
  asset_filters: z.array(filter).default([]),
})

/** Filters of different kinds are combined with "and", filters of one kind with "or". */
function makeFilter(filters: ReadonlyArray<z.infer<typeof filter>>): (row: AssetRow) => boolean {
  const types = new Set(filters.flatMap((one) => ('type_id' in one ? [one.type_id] : [])))
  const wantedSites = new Set(filters.flatMap((one) => ('site_id' in one ? [one.site_id] : [])))
  const states = new Set<string>(filters.flatMap((one) => ('state' in one ? [one.state] : [])))
  return (row) =>
    (types.size === 0 || types.has(row.typeId)) &&
    (wantedSites.size === 0 || (row.siteId !== null && wantedSites.has(row.siteId))) &&
    (states.size === 0 || states.has(row.state))
}

export const listAssets: Handler = ({ assets, body, shape }) => {
  const sent = parseSent(listing, body)
  const isWanted = makeFilter(sent.asset_filters)
  const holds = makeSearch(sent.search)
  const isFound = (row: AssetRow) =>
    holds(row.code) || assets.valuesOf(row).some(({ value }) => 'string_value' in value && holds(value.string_value))
  const { items, next_page_token } = pageById(assets.assets(), sent, (row) => isWanted(row) && isFound(row))
  return answerJson({ assets: items.map((row) => serializeAsset(assets, row, shape)), next_page_token })
}

export const getAsset: Handler = ({ assets, params, shape }) =>
  answerJson(shapeRead(shape, 'asset', serializeAsset(assets, requireAsset(assets, params['id']), shape)))

export const getAssetByCode: Handler = ({ assets, query, shape }) => {
  const code = query.get('code') ?? ''
  if (code === '') throw new Refusal(400, 'code is required')
  const row = requireAsset(assets, assets.assetByCode(code)?.id)
  return answerJson(shapeRead(shape, 'asset', serializeAsset(assets, row, shape)))
}

export const lookupAssets: Handler = ({ assets, body, shape }) => {
  const lookup = z.looseObject({ ...sentPage, field_name: z.string().min(1), string_value: z.string() })
  const sent = parseSent(lookup, body)
  const fieldIds = new Set(allFields.flatMap(({ id, name }) => (name === sent.field_name ? [id] : [])))
  if (fieldIds.size === 0) throw new Refusal(400, `field_name: there is no field "${sent.field_name}"`)
  const { items, next_page_token } = pageById(assets.assets(), sent, (row) =>
    assets
      .valuesOf(row)
      .some(
        ({ fieldId, value }) =>
          fieldIds.has(fieldId) && 'string_value' in value && value.string_value === sent.string_value,
      ),
  )
  return answerJson({ assets: items.map((row) => serializeAsset(assets, row, shape)), next_page_token })
}

export const createAsset: Handler = ({ assets, body, tick }) => {
  const [id = ''] = assets.reserveIds(1)
  const asset = makeNew(assets, parseSent(sentAsset, body), id)
  assets.change({ do: 'put-assets', assets: [asset] }, tick(), 1)
  return answerJson({ id })
}

const bulk = z.looseObject({
  assets: z.array(sentAsset).min(1).max(bulkMax),
  update_mask: z.string().optional(),
})

/** @throws Refusal 400 when two elements of a bulk write would get the same code, or are the same asset */
function checkApart(patches: readonly AssetPatch[]): void {
  const codes = patches.flatMap(({ code }) => (code === undefined ? [] : [code]))
  if (new Set(codes).size < codes.length) throw new Refusal(400, 'assets: a code is given twice')
  if (new Set(patches.map(({ id }) => id)).size < patches.length)
    throw new Refusal(400, 'assets: an asset is given twice')
}

export const bulkCreateAssets: Handler = ({ assets, body, tick }) => {
  const sent = parseSent(bulk, body).assets
  const ids = assets.reserveIds(sent.length)
  const made = sent.map((asset, at) => makeNew(assets, asset, ids[at] ?? ''))
  checkApart(made)
  assets.change({ do: 'put-assets', assets: made }, tick(), ids.length)
  return answerJson({ assets: ids.map((id) => ({ id })) })
}

export const bulkUpdateAssets: Handler = ({ assets, body, tick }) => {
  const sent = parseSent(bulk, body)
  const mask = readMask(sent.update_mask, masked)
  const patches = sent.assets.map((asset) => {
    const row = assets.asset(asset.id ?? '')
    if (!row) throw new Refusal(400, `assets: unknown asset "${asset.id ?? ''}"`)
    return makePatch(assets, row, asset, mask)
  })
  checkApart(patches)
  assets.change({ do: 'put-assets', assets: patches }, tick())
  return answerJson({ assets: patches.map(({ id }) => ({ id })) })
}

export const updateAsset: Handler = ({ assets, params, body, tick, shape }) => {
  const row = requireAsset(assets, params['id'])
  const schema = z.looseObject({ asset: sentAsset.optional(), update_mask: z.string().optional() })
  const { asset, update_mask } = parseSent(schema, body)
  const mask = readMask(update_mask, masked)
  if (!asset) throw new Refusal(400, 'asset is required')
  assets.change({ do: 'put-assets', assets: [makePatch(assets, row, asset, mask)] }, tick())
  return answerJson(shapeWritten(shape, 'asset', serializeAsset(assets, requireAsset(assets, row.id), shape)))
}

const setState =
  (state: (typeof assetStates)[number]): Handler =>
  ({ assets, params, tick }) => {
    const { id } = requireAsset(assets, params['id'])
    assets.change({ do: 'put-assets', assets: [{ id, state }] }, tick())
    return answerJson({ id })
  }

export const archiveAsset = setState('ASSET_STATE_ARCHIVED')
export const restoreAsset = setState('ASSET_STATE_ACTIVE')
