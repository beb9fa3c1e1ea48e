import { renderText, replaceServerTexts, type ServerKey } from '@/lib/server-text'
import type { ActivityEntry } from '@/lib/activity/schema'

type OutcomeReason = NonNullable<ActivityEntry['outcomeReason']>

/** Why a write was not done, by the key of the text in its note. */
const reasonsByKey: Partial<Record<ServerKey, OutcomeReason>> = {
  'service.notAccepted': 'service',
  'service.tokenRefused': 'service',
  'service.notPermitted': 'service',
  'service.notFound': 'service',
  'service.conflict': 'service',
  'service.tooLarge': 'service',
  'assetChanges.notes.assetMissing': 'service',
  'assetChanges.notes.typeMissing': 'service',
  'webhooks.cannotManage': 'service',
  'common.nothingSent': 'unsent',
  'assetChanges.notes.notSent': 'unsent',
  'common.notDone': 'undone',
  'common.unchangedByCheck': 'undone',
}

// Older entries have notes in plain English, not server texts.
const refusals =
  /^(?:(?:The (?:inspection )?service|SafetyCulture) (?:answered 4\d\d|responded with status 4\d\d|refused|rejected|does not let|did not accept|reports a conflict|does not know|cannot find|finds the request too large)|The connected account is not allowed|The request is too large for SafetyCulture)/
const unsent = /\b(?:It was not sent|Nothing was sent)\./
const undone = /it was not done\.|nothing was changed\./

/** Why an entry failed, from its note; null if the note does not say. */
export function readOutcomeReason(note: string | null): OutcomeReason | null {
  if (note === null) return null
  const english = renderText(note)
  const found: OutcomeReason[] = []
  replaceServerTexts(note, ({ key }) => {
    const reason = reasonsByKey[key as ServerKey]
    if (reason !== undefined) found.push(reason)
    return ''
  })
  if (found.includes('service') || refusals.test(english)) return 'service'
  if (found.includes('unsent') || unsent.test(english)) return 'unsent'
  return found.includes('undone') || undone.test(english) ? 'undone' : null
}
