import * as z from 'zod'
import { answerJson } from '../answers'
import type { Group } from '../assets/demo'
import { badgeColors, optionsMax, type Option } from '../assets/steps'
import type { AssetStore } from '../assets/store'
import { Refusal } from '../refusals'
import { pageById, parseSent, readMask, requireGroup, requireTypes, sentName, sentPage } from './asset-parts'
import { shapeRead, shapeWritten } from './asset-parts'
import type { Handler } from './context'

const sentOption = z.looseObject({ id: z.string().optional(), name: sentName, color: z.string().default('') })
type SentOption = z.infer<typeof sentOption>

const creation = z.looseObject({
  name: sentName,
  description: z.string().default(''),
  options: z.array(sentOption).default([]),
})
const update = z.looseObject({
  // A field in the mask but not in the body is empty, as in every message of this family. An empty name is refused.
  status_group: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().default(''),
      description: z.string().default(''),
      options: z.array(sentOption).default([]),
    })
    .optional(),
  update_mask: z.string().optional(),
  reassign_to_option_id: z.string().nullish(),
})

function serializeOption({ id, name, color, extra }: Option): Record<string, unknown> {
  return { ...extra, id, name, color }
}

function serializeGroup(assets: AssetStore, { id, name, description, options }: Group) {
  return { id, name, description, options: options.map(serializeOption), type_ids: assets.typeIdsOf(id) }
}

/** The new options of a group. @throws Refusal 400 */
function makeOptions(
  assets: AssetStore,
  sent: readonly SentOption[],
  before: readonly Option[],
  firstNewId: number,
): { options: Option[]; made: number } {
  if (sent.length > optionsMax) throw new Refusal(400, `options: at most ${optionsMax} options are allowed`)
  const isNew = ({ id }: SentOption) => id === undefined || id === ''
  const newIds = assets.reserveIds(firstNewId + sent.filter(isNew).length).slice(firstNewId)
  const taken = new Set<string>()
  let made = 0
  const options = sent.map((option): Option => {
    const { id: givenId = '', name, color, ...extra } = option
    const known = before.find(({ id }) => id === givenId)
    if (!isNew(option) && !known) throw new Refusal(400, `options: unknown option "${givenId}"`)
    if (taken.has(givenId)) throw new Refusal(400, `options: "${givenId}" is given twice`)
    // A color that an option of the group already has is valid, whatever its name.
    if (!badgeColors.has(color) && !before.some((other) => other.color === color))
      throw new Refusal(400, `options: "${color}" is not a color`)
    if (known) taken.add(givenId)
    const id = known ? givenId : (newIds[made] ?? '')
    if (!known) made += 1
    return { id, name, color, ...(Object.keys(extra).length === 0 ? {} : { extra }) }
  })
  return { options, made }
}

export const createStatusGroup: Handler = ({ assets, body, tick, shape }) => {
  const { name, description, options: sent } = parseSent(creation, body)
  const [id = ''] = assets.reserveIds(1)
  const { options, made } = makeOptions(assets, sent, [], 1)
  assets.change({ do: 'put-group', id, name, description, options, moveTo: null }, tick(), made + 1)
  return answerJson(shapeWritten(shape, 'status_group', serializeGroup(assets, requireGroup(assets, id))))
}

export const getStatusGroup: Handler = ({ assets, params, shape }) =>
  answerJson(shapeRead(shape, 'status_group', serializeGroup(assets, requireGroup(assets, params['id']))))

export const listStatusGroups: Handler = ({ assets, body }) => {
  const { items, next_page_token } = pageById(assets.groups(), parseSent(z.looseObject(sentPage), body))
  return answerJson({ status_groups: items.map((group) => serializeGroup(assets, group)), next_page_token })
}

export const updateStatusGroup: Handler = ({ assets, params, body, tick, shape }) => {
  const group = requireGroup(assets, params['id'])
  const { status_group: sent, update_mask, reassign_to_option_id } = parseSent(update, body)
  const mask = readMask(update_mask, ['name', 'description', 'options'])
  if (!sent) throw new Refusal(400, 'status_group is required')
  if (sent.id !== undefined && sent.id !== '' && sent.id !== group.id)
    throw new Refusal(400, 'status_group.id is not the id of the path')
  const name = mask.has('name') ? sent.name : group.name
  if (name.trim() === '') throw new Refusal(400, 'status_group.name must not be empty')
  const { options, made } = mask.has('options')
    ? makeOptions(assets, sent.options, group.options, 0)
    : { options: group.options, made: 0 }
  const moveTo = reassign_to_option_id === '' ? null : (reassign_to_option_id ?? null)
  if (moveTo !== null && !(group.options.some(({ id }) => id === moveTo) && options.some(({ id }) => id === moveTo)))
    throw new Refusal(400, 'reassign_to_option_id is not an option that this group keeps')
  const description = mask.has('description') ? sent.description : group.description
  assets.change({ do: 'put-group', id: group.id, name, description, options, moveTo }, tick(), made)
  return answerJson(shapeWritten(shape, 'status_group', serializeGroup(assets, requireGroup(assets, group.id))))
}

export const deleteStatusGroup: Handler = ({ assets, params, tick }) => {
  const { id } = requireGroup(assets, params['id'])
  assets.change({ do: 'delete-group', id }, tick())
  return answerJson({})
}

export const addStatusGroupTypes: Handler = ({ assets, params, body, tick }) => {
  const { id } = requireGroup(assets, params['id'])
  const { type_ids: typeIds } = parseSent(z.looseObject({ type_ids: z.array(z.string()).default([]) }), body)
  requireTypes(assets, typeIds)
  assets.change({ do: 'assign', typeIds, groupId: id }, tick())
  return answerJson({})
}

export const removeStatusGroupTypes: Handler = ({ assets, params, query, tick }) => {
  const { id } = requireGroup(assets, params['id'])
  const typeIds = query.getAll('type_ids')
  requireTypes(assets, typeIds)
  // A type that already has another group keeps it.
  const own = typeIds.filter((typeId) => assets.type(typeId)?.groupId === id)
  if (own.length > 0) assets.change({ do: 'assign', typeIds: own, groupId: null }, tick())
  return answerJson({})
}
