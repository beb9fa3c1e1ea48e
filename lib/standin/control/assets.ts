import * as z from 'zod'
import type { StandinControl } from './control'
import { answerShapes } from '@/lib/standin/handlers/asset-parts'

const typeIds = z.array(z.string())
const options = z.array(
  z.object({
    id: z.string().optional(),
    name: z.string(),
    color: z.string(),
    extra: z.record(z.string(), z.unknown()).optional(),
  }),
)
const id = z.object({ id: z.string() })

/** The part of the HTTP control interface for status groups, types, assets and permissions. */
export function assetSteps(control: StandinControl, body: unknown): Record<string, () => unknown> {
  const { assets } = control
  return {
    'asset-state': () => control.assetState(z.object({ typeIds: typeIds.optional() }).parse(body ?? {}).typeIds),
    'add-asset-types': () => {
      const { names, groupId } = z
        .object({ names: z.array(z.string()).max(1000), groupId: z.string().nullable().default(null) })
        .parse(body)
      return { ids: assets.addTypes(names, groupId) }
    },
    'add-assets': () => {
      const { typeId, count, code, optionId } = z
        .object({
          typeId: z.string(),
          count: z.number().int().min(1).max(20_000),
          code: z.string(),
          optionId: z.string().nullable().default(null),
        })
        .parse(body)
      return { ids: assets.addAssets(typeId, count, code, optionId) }
    },
    'set-statuses': () =>
      assets.setStatuses(z.object({ statuses: z.record(z.string(), z.string().nullable()) }).parse(body).statuses),
    'add-status-group': () => {
      const group = z.object({ name: z.string(), description: z.string().optional(), options }).parse(body)
      return { id: assets.addGroup(group) }
    },
    'edit-status-group': () => {
      const { id: groupId, ...edit } = z
        .object({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          options: options.optional(),
          moveTo: z.string().nullable().optional(),
        })
        .parse(body)
      return assets.editGroup(groupId, edit)
    },
    'delete-status-group': () => assets.deleteGroup(id.parse(body).id),
    'assign-types': () => {
      const { typeIds: ids, groupId } = z.object({ typeIds, groupId: z.string().nullable() }).parse(body)
      return assets.assign(ids, groupId)
    },
    'fail-writes': () => {
      const { ids, ...how } = z
        .object({
          ids: z.array(z.string()).min(1),
          status: z.number().int().optional(),
          when: z.enum(['before', 'after']).optional(),
          times: z.number().int().min(1).optional(),
        })
        .parse(body)
      return { faults: control.failWrites(ids, how) }
    },
    'set-permissions': () => {
      const { permissions, token } = z
        .object({
          permissions: z.union([z.literal('all'), z.array(z.string())]),
          token: z.number().int().min(0).default(0),
        })
        .parse(body)
      return control.setPermissions(permissions, token)
    },
    'answer-shape': () => {
      control.answerShape = z.object({ shape: z.enum(answerShapes) }).parse(body).shape
    },
  }
}
