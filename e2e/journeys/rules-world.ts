import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, syncInspection } from '../fixtures'

/** A forklift, and a status that it can get. */
export interface Forklift {
  assetId: string
  code: string
  /** The status that it had before; null for none. */
  optionId: string | null
  status: { optionId: string; name: string; color: string; groupId: string }
}

/**
 * Finds a forklift whose type has a group, and a status of that group that the forklift does not have. The index knows
 * the forklift afterwards.
 */
export async function findForklift(app: TestConsole, at = 0): Promise<Forklift> {
  const { groups, types, assets } = app.standin.control.assetState()
  const type = types.find(({ name }) => name === 'Forklift')
  const group = groups.find(({ id }) => id === type?.groupId)
  const asset = assets.filter(({ typeId, isArchived }) => typeId === type?.id && !isArchived)[at]
  const option = group?.options.find(({ id }) => id !== asset?.optionId)
  if (group === undefined || asset === undefined || option === undefined)
    throw new Error('the stand-in has no forklift with statuses')
  await askConsole(app, '/api/assets/refresh', { method: 'POST', body: {} })
  return {
    assetId: asset.id,
    code: asset.code,
    optionId: asset.optionId,
    status: { optionId: option.id, name: option.name, color: option.color, groupId: group.id },
  }
}

/**
 * Creates a version of an inspection whose answers contain a word and name an asset, and waits until the index has it.
 */
export async function answerWith(
  app: TestConsole,
  auditId: string,
  { word, assetId }: { word: string; assetId: string },
): Promise<void> {
  app.standin.control.override(auditId, {
    // A document lists only files of its answers, and these answers have none.
    media: [],
    items: [
      { item_id: 'what', type: 'text', label: 'What is wrong', responses: { text: word } },
      { item_id: 'which', type: 'asset', label: 'Forklift', responses: { assets: [assetId] } },
    ],
  })
  await syncInspection(app, auditId)
}

/** Marks everything in the admin's inbox as read, so that only what the test causes is unread. */
export async function readInbox(app: TestConsole): Promise<void> {
  const until = new Date(Date.now() + 60_000).toISOString()
  await askConsole(app, '/api/inbox/marks', { method: 'POST', body: { until, state: 'read' } })
}

/** Ids of the stand-in's inspections, newest first. */
export const newestIds = ({ standin }: TestConsole): string[] =>
  standin.control
    .truth()
    .toReversed()
    .map(({ audit_id: id }) => id)
