import { serverText } from '@/lib/server-text'

const counted = /^(?<about>about )?(?<count>\d{1,3}(?:,\d{3})*|\d+) (?<noun>inspection|user|view|entry|entries)s?$/

/** English texts that the log stores in place of a name, by action. */
const things: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'asset.export': { assets: serverText('activity.objects.assets') },
  'user.export': { users: serverText('activity.objects.users') },
  'account.export': { people: serverText('activity.objects.people') },
  'follow-up.export': { 'follow-ups': serverText('activity.objects.followUps') },
  'rule.act': {
    'The sync is failing or late': serverText('activity.objects.troubles.sync'),
    'The API limit is almost used up': serverText('activity.objects.troubles.budget'),
  },
  'webhook-delivery.replay': {
    'Any inspection change': serverText('activity.objects.webhookEvents.inspection'),
    'Title or details changed': serverText('activity.objects.webhookEvents.metadata'),
    Started: serverText('activity.objects.webhookEvents.started'),
    Copied: serverText('activity.objects.webhookEvents.cloned'),
    'Completed or reopened': serverText('activity.objects.webhookEvents.completedStatus'),
    Completed: serverText('activity.objects.webhookEvents.completed'),
    Changed: serverText('activity.objects.webhookEvents.updated'),
    'Location changed': serverText('activity.objects.webhookEvents.location'),
    'Duration changed': serverText('activity.objects.webhookEvents.duration'),
    'Archived or restored': serverText('activity.objects.webhookEvents.archivedStatus'),
    Archived: serverText('activity.objects.webhookEvents.archived'),
    Restored: serverText('activity.objects.webhookEvents.unarchived'),
    'Deleted or restored': serverText('activity.objects.webhookEvents.deletedStatus'),
    'Owner changed': serverText('activity.objects.webhookEvents.owner'),
    'Access changed': serverText('activity.objects.webhookEvents.access'),
    'Organization changed': serverText('activity.objects.webhookEvents.organization'),
    'Answer changed': serverText('activity.objects.webhookEvents.itemUpdated'),
    'No event named': serverText('activity.objects.webhookEvents.unnamed'),
  },
  'sync.run': { sync: serverText('activity.objects.sync') },
  'connection.check': { 'connection to SafetyCulture': serverText('activity.objects.connection') },
}
const reconciliation = serverText('activity.objects.reconciliation')
const webhookSecret = serverText('activity.objects.webhookSecret')

/**
 * The object of an entry in the reader's language. For objects without a name the log stores an English text such as
 * "2 inspections", which is replaced here. Names stay unchanged.
 */
export function readObjectText(action: string, objectId: string | null, name: string): string {
  const known = things[action]?.[name]
  if (known !== undefined) return known
  if (action.startsWith('reconcile.') && name === 'full reconciliation') return reconciliation
  if (action.startsWith('webhook-secret.') && name === 'Secret of the webhooks') return webhookSecret
  // An entry with an object id has a real name, even if it reads "2 inspections". Only exports and imports of users
  // have the id of their job and a counted text.
  const { about, count, noun } = counted.exec(name)?.groups ?? {}
  if (count === undefined || noun === undefined || (objectId !== null && !/^(?:export|user-job)\./.test(action)))
    return name
  return serverText('activity.objects.counted', {
    about: about === undefined ? 'no' : 'yes',
    noun: noun === 'entries' ? 'entry' : noun,
    count: Number(count.replaceAll(',', '')),
  })
}
