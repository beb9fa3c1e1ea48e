import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, syncInspection } from '../fixtures'

/** A forklift that can get a status, and that status. */
export interface Forklift {
  assetId: string
  code: string
  /** Its status before; null: none. */
  optionId: string | null
  status: { optionId: string; name: string; color: string; groupId: string }
}

/** An asset whose type has a group, with a status of that group that the asset does not have. The index knows it. */
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

/** A new version of an inspection whose answers have a word and name an asset. The index has it afterwards. */
export async function answerWith(
  app: TestConsole,
  auditId: string,
  { word, assetId }: { word: string; assetId: string },
): Promise<void> {
  app.standin.control.override(auditId, {
    // The service has no file whose answer does not exist.
    media: [],
    items: [
      { item_id: 'what', type: 'text', label: 'What is wrong', responses: { text: word } },
      { item_id: 'which', type: 'asset', label: 'Forklift', responses: { assets: [assetId] } },
    ],
  })
  await syncInspection(app, auditId)
}

/** Reads everything in the inbox of the admin, so that what a test expects is all that is unread. */
export async function readInbox(app: TestConsole): Promise<void> {
  const until = new Date(Date.now() + 60_000).toISOString()
  await askConsole(app, '/api/inbox/marks', { method: 'POST', body: { until, state: 'read' } })
}

/** The newest inspections of the stand-in, from the newest on. */
export const newestIds = ({ standin }: TestConsole): string[] =>
  standin.control
    .truth()
    .toReversed()
    .map(({ audit_id: id }) => id)
