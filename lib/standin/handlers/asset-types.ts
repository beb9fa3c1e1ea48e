import * as z from 'zod'
import { answerJson } from '../answers'
import { allFields } from '../assets/kinds'
import type { AssetStore } from '../assets/store'
import { Refusal } from '../refusals'
import { pageById, parseSent, readMask, sentName, sentPage } from './asset-parts'
import type { Handler } from './context'

const typeNameMax = 130

/** Searches for a text, ignoring case. */
export function makeSearch(search: string): (text: string) => boolean {
  const wanted = search.trim().toLowerCase()
  return (text) => wanted === '' || text.toLowerCase().includes(wanted)
}

const listing = z.looseObject({ search: z.string().default(''), ...sentPage })

export const listAssetTypes: Handler = ({ assets, body }) => {
  const sent = parseSent(listing, body)
  const isFound = makeSearch(sent.search)
  const { items, next_page_token } = pageById(assets.types(), sent, ({ name }) => isFound(name))
  return answerJson({
    type_list: items.map(({ id, name, category }) => ({ id, name, type: category })),
    next_page_token,
  })
}

/** @throws Refusal 400 when the name is too long or another type has it */
function checkTypeName(assets: AssetStore, name: string, ownId: string | null): void {
  if (name.length > typeNameMax) throw new Refusal(400, `name must not be longer than ${typeNameMax} characters`)
  const isTaken = assets
    .types()
    .some((type) => type.id !== ownId && type.name.trim().toLowerCase() === name.trim().toLowerCase())
  if (isTaken) throw new Refusal(400, `an asset type named "${name}" exists already`)
}

export const createAssetType: Handler = ({ assets, body, tick }) => {
  const { name } = parseSent(z.looseObject({ name: sentName }), body)
  checkTypeName(assets, name, null)
  const [id = ''] = assets.reserveIds(1)
  assets.change({ do: 'put-types', types: [{ id, name, category: 'TYPE_CATEGORY_CUSTOM' }] }, tick(), 1)
  return answerJson({ id })
}

export const updateAssetType: Handler = ({ assets, params, body, tick }) => {
  const type = assets.type(params['id'] ?? '')
  if (!type) throw new Refusal(404, 'asset type not found')
  const sent = parseSent(
    z.looseObject({ type: z.looseObject({ name: sentName }), update_mask: z.string().optional() }),
    body,
  )
  readMask(sent.update_mask, ['name'])
  const { name } = sent.type
  checkTypeName(assets, name, type.id)
  assets.change({ do: 'put-types', types: [{ id: type.id, name, category: type.category }] }, tick())
  return answerJson({ id: type.id })
}

export const listAssetFields: Handler = ({ body }) => {
  const isFound = makeSearch(parseSent(listing, body).search)
  const valueTypes = { string: 'VALUE_TYPE_STRING', timestamp: 'VALUE_TYPE_TIMESTAMP', money: 'VALUE_TYPE_MONEY' }
  return answerJson({
    result: allFields
      .filter(({ name }) => isFound(name))
      .map(({ id, name, fieldType, valueType, choices }) => ({
        id,
        name,
        field_type: fieldType,
        value_type: valueTypes[valueType],
        select_options: (choices ?? []).map((label, at) => ({ id: `${id}:${at}`, label })),
      })),
  })
}
