import * as fc from 'fast-check'
import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { en } from '@/lib/testing/english'
import { serverText } from '@/lib/server-text'
import { toStatusError } from '@/lib/service/errors'
import { readOutcomeReason } from './outcome-reason'
import type { ActivityBulk } from './schema'
import { activityOutcomes } from './values-model'
import { describeSentence, writeSentence } from './sentence-model'
import { knownActions, messagesOf, sentenceKeys } from './sentence-table-model'
import type { SentenceEntry } from './sentence-parts-model'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'activity', onError: fail })
function fail(error: Error): never {
  throw error
}

const make = (more: Partial<SentenceEntry>): SentenceEntry => ({
  action: 'asset.set-status',
  actorId: '6f1b2a52-1111-4222-8333-444455556666',
  actorName: 'Admin',
  objectKind: 'asset',
  objectId: 'a1',
  objectName: 'AED-0002',
  outcome: 'done',
  before: null,
  after: null,
  isWithheld: false,
  ...more,
})
const say = (more: Partial<SentenceEntry>) => writeSentence(t, make(more))
const ready = { optionId: 'r', name: 'Ready', color: 'STATUS_BADGE_COLOR_GREEN', groupId: 'g' }
const out = { optionId: 'o', name: 'Out of service', color: 'STATUS_BADGE_COLOR_RED', groupId: 'g' }
const tools = { groupId: 'g1', name: 'Tools' }
const bulk: ActivityBulk = {
  things: 'asset',
  act: 'set-status',
  only: null,
  to: { id: 'o', name: 'Out of service', color: 'STATUS_BADGE_COLOR_RED' },
  total: 21,
  done: 20,
  unchanged: 0,
  failed: 1,
  unknown: 0,
  cancelled: 0,
  open: 0,
}
const started = {
  action: 'asset-change.start',
  objectKind: 'asset-change',
  objectName: 'Set 21 assets to Out of service',
}

/** Words of the glossary that sentences must not use. */
const banned =
  /\b(bring|brings|bringing|brought|faults?|head line|lines?|again|anew|gone|goes|the service(?! account)|may see|mend\w*|told|not told|what comes|every (state|kind)|holds?|passed over|stood|stands?|meanwhile|of it|had)\b/i
const charsMax = 220

const failed = (note: string | null) => say({ outcome: 'failed', outcomeReason: readOutcomeReason(note) })

describe('the sentence of an entry', () => {
  it.each<[string, Partial<SentenceEntry>]>([
    ['Admin set AED-0002 to Out of service (was No status)', { after: out }],
    ['Admin set AED-0002 to Out of service (was Ready)', { before: ready, after: out }],
    ['Admin set the status of AED-0002', { isWithheld: true }],
    ['Admin set the status of AED-0002', {}],
    ['Admin cleared the status of AED-0002 (was Ready)', { action: 'asset.clear-status', before: ready }],
    ['Admin restored AED-0002 to Ready (was No status)', { action: 'asset.restore-status', after: ready }],
    [
      'Admin tried to set AED-0002 to Ready (was No status): the result is unknown',
      { after: ready, outcome: 'unknown' },
    ],
    ['Admin is setting AED-0002 to Ready (was No status)', { after: ready, outcome: 'pending' }],
    [
      'Admin tried to set AED-0002 to Ready (was No status): SafetyCulture refused it',
      { after: ready, outcome: 'failed', outcomeReason: 'service' },
    ],
    [
      'Admin tried to set AED-0002 to Ready (was No status): it was not sent',
      { after: ready, outcome: 'failed', outcomeReason: 'unsent' },
    ],
    [
      'Admin assigned Tools to the type Oven (was No group)',
      { action: 'asset-type.assign-group', objectName: 'Oven', after: tools },
    ],
    [
      'Admin removed Tools from the type Oven',
      { action: 'asset-type.remove-group', objectName: 'Oven', before: tools },
    ],
    [
      'Admin imported 300 users from users.csv',
      { action: 'user-job.run', objectName: 'users.csv', after: { users: 300 } },
    ],
    ['Admin ran a dry run of users.csv', { action: 'user-job.check', objectName: 'users.csv' }],
    [
      'Admin exported 87 inspections as CSV',
      { action: 'inspection.export', objectId: null, objectName: '87 inspections' },
    ],
    [
      'Admin set the score thresholds of Forklift to 90% and 100% (was 50% and 80%)',
      {
        action: 'template.set-thresholds',
        objectKind: 'template',
        objectName: 'Forklift',
        before: { attentionFrom: 50, goodFrom: 80 },
        after: { attentionFrom: 90, goodFrom: 100 },
      },
    ],
    [
      'Admin exported 2 inspections as PDF',
      { action: 'export.start', objectName: '2 inspections', after: { format: 'pdf' } },
    ],
    [
      'Admin signed in to Sightline',
      { action: 'session.sign-in', objectKind: 'session', objectId: null, objectName: '' },
    ],
    [
      'Someone tried to sign in to Sightline: refused',
      {
        action: 'session.sign-in',
        actorId: null,
        actorName: '',
        objectName: '',
        outcome: 'failed',
      },
    ],
    [
      'System created the account of Ada with the role Admin',
      {
        action: 'account.create',
        objectKind: 'account',
        actorId: null,
        actorName: 'System',
        objectName: 'Ada',
        after: { role: 'admin' },
      },
    ],
    [
      'Admin changed the password of their own account',
      { action: 'account.change-password', objectKind: 'account', objectId: '6f1b2a52-1111-4222-8333-444455556666' },
    ],
    [
      'Admin changed the role of Ada to Editor (was Viewer)',
      {
        action: 'account.change-role',
        objectKind: 'account',
        objectName: 'Ada',
        before: { role: 'viewer' },
        after: { role: 'editor' },
      },
    ],
    [
      'Admin marked Forklift 12 as reviewed (was follow-up)',
      {
        action: 'review.mark',
        objectName: 'Forklift 12',
        before: { state: 'follow-up' },
        after: { state: 'reviewed' },
      },
    ],
    [
      'Admin marked 3 inspections as reviewed',
      {
        action: 'review.mark',
        objectId: null,
        objectName: '3 inspections',
        before: { states: { unreviewed: 3 } },
        after: { state: 'reviewed', inspections: 3 },
      },
    ],
    [
      'Admin renamed the status group Tools to Machines',
      { action: 'status-group.update', objectName: 'Tools', before: { name: 'Tools' }, after: { name: 'Machines' } },
    ],
    [
      'Admin ran the API operation Archive an asset on FL-7',
      {
        action: 'service.archiveAsset',
        objectKind: 'service',
        objectName: 'Archive an asset',
        relatedCount: 1,
        relatedTo: [{ objectKind: 'asset', objectId: 'a9' }],
        before: { ofIndex: { assets: [{ assetId: 'a9', code: 'FL-7' }] } },
      },
    ],
    [
      'Admin ran the API operation Update assets in bulk on 12 assets',
      {
        action: 'service.updateAssets',
        objectKind: 'service',
        objectName: 'Update assets in bulk',
        relatedCount: 12,
        relatedTo: [{ objectKind: 'asset', objectId: 'a9' }],
      },
    ],
    ['Admin performed the action robot.dance on AED-0002', { action: 'robot.dance' }],
    ['Admin performed the action unknown on (unnamed)', { action: '', objectId: null, objectName: ' ' }],
  ])('says "%s"', (words, entry) => expect(say(entry)).toBe(words))

  it.each<[string, Partial<ActivityBulk>, string]>([
    ['Admin set 21 assets to Out of service: 20 done, 1 failed', {}, ''],
    ['Admin is setting 21 assets to Out of service: 5 done, 16 pending', { done: 5, failed: 0, open: 16 }, ''],
    ['Admin tried to set 21 assets to Out of service: 21 failed', { done: 0, failed: 21 }, ''],
    ['Admin set AED-0002 to Out of service: 1 done', { total: 1, done: 1, failed: 0, only: 'AED-0002' }, ''],
    ['Admin set the status of 21 assets: 20 done, 1 failed', { to: null }, ''],
    ['Admin cleared the status of 21 assets: 20 done, 1 failed', { act: 'clear-status', to: null }, ''],
    ['Admin restored the status of 21 assets: 20 done, 1 failed', { act: 'restore-status' }, ''],
    [
      'Admin assigned Tools to 4 asset types: 4 done',
      {
        things: 'asset-type',
        act: 'assign-group',
        to: { id: 'g', name: 'Tools', color: '' },
        total: 4,
        done: 4,
        failed: 0,
      },
      '',
    ],
    [
      'Admin undid the bulk change Assign Tools to Oven: 20 done, 1 failed',
      { things: 'asset-type', act: 'undo', undone: 'Assign Tools to Oven' },
      'Undo: Assign Tools to Oven',
    ],
    ['Admin started the bulk change Set 21 assets to Out of service: 20 done, 1 failed', { act: null }, ''],
  ])('says of a bulk change "%s"', (words, more, title) =>
    expect(say({ ...started, ...(title === '' ? {} : { objectName: title }), bulk: { ...bulk, ...more } })).toBe(words),
  )

  it('shows the progress of an import', () => {
    const users: ActivityBulk = { ...bulk, things: 'user', act: null, to: null, total: 300, done: 298, failed: 2 }
    expect(say({ action: 'user-job.run', objectName: 'users.csv', after: { users: 300 }, bulk: users })).toBe(
      'Admin imported 300 users from users.csv: 298 done, 2 failed',
    )
  })

  it('links its objects and keeps the colors of statuses', () => {
    expect(describeSentence(t, make({ before: ready, after: out })).parts).toEqual([
      { slot: 'actor', value: { kind: 'person', name: 'Admin' } },
      { slot: 'words', text: ' set ' },
      { slot: 'object', value: { kind: 'thing', name: 'AED-0002', objectKind: 'asset', objectId: 'a1' } },
      { slot: 'words', text: ' to ' },
      { slot: 'to', value: { kind: 'status', name: 'Out of service', color: 'STATUS_BADGE_COLOR_RED' } },
      { slot: 'words', text: ' (was ' },
      { slot: 'from', value: { kind: 'status', name: 'Ready', color: 'STATUS_BADGE_COLOR_GREEN' } },
      { slot: 'words', text: ')' },
    ])
  })

  it.each([400, 401, 403, 404, 409, 413, 422])(
    'says that SafetyCulture refused a request that it answered with %i',
    (status) => {
      const { text } = toStatusError(status, {}, null, { repeatable: false, nowMs: 0 })
      expect(failed(text)).toMatch(/: SafetyCulture refused it$/)
    },
  )

  it('says only that it failed for every other error', () => {
    const { text } = toStatusError(500, {}, null, { repeatable: false, nowMs: 0 })
    expect(failed(text)).toMatch(/: it failed$/)
    expect(failed(null)).toMatch(/: it failed$/)
  })

  it.each([
    [serverText('assetChanges.notes.assetMissing'), 'SafetyCulture refused it'],
    [serverText('webhooks.cannotManage'), 'SafetyCulture refused it'],
    [serverText('common.notDone'), 'SafetyCulture did not do it'],
    [`Why. ${serverText('common.unchangedByCheck')}`, 'SafetyCulture did not do it'],
    ['Its response was lost, and the service shows that it was not done.', 'SafetyCulture did not do it'],
    [`Why. ${serverText('common.nothingSent')}`, 'it was not sent'],
    [serverText('assetChanges.notes.notSent'), 'it was not sent'],
    ['It was not sent. Waits for room.', 'it was not sent'],
  ])('concludes from the note %j that %s', (note, ending) => {
    expect(failed(note)).toMatch(new RegExp(`: ${ending}$`))
  })
})

const sides = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      name: fc.string(),
      role: fc.constantFrom('admin', 'viewer'),
      state: fc.constantFrom('reviewed', 'follow-up', 'unreviewed'),
      format: fc.constantFrom('pdf', 'word', 'csv', 'jsonl'),
      passkey: fc.string(),
      users: fc.nat(),
      files: fc.nat(),
      color: fc.constant('STATUS_BADGE_COLOR_RED'),
      groupId: fc.string(),
      options: fc.array(
        fc.record({ optionId: fc.constantFrom('a', 'b'), name: fc.constantFrom('x', 'y'), color: fc.constant('C') }),
      ),
      isDisabled: fc.boolean(),
      query: fc.string(),
      isShared: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
)
const bulks = fc.option(
  fc.record({
    things: fc.constantFrom('asset', 'asset-type', 'user', 'document'),
    act: fc.option(
      fc.constantFrom(
        'set-status',
        'clear-status',
        'restore-status',
        'assign-group',
        'remove-group',
        'change-group',
        'undo',
      ),
    ),
    only: fc.option(fc.string()),
    to: fc.option(fc.record({ id: fc.option(fc.string()), name: fc.string(), color: fc.string() })),
    total: fc.nat(9),
    done: fc.nat(9),
    unchanged: fc.nat(9),
    failed: fc.nat(9),
    unknown: fc.nat(9),
    cancelled: fc.nat(9),
    open: fc.nat(9),
  }),
)

const check = (entry: SentenceEntry) => {
  const { parts } = describeSentence(t, entry)
  const slots = parts.map(({ slot }) => slot)
  expect(slots[0]).toBe('actor')
  expect(slots).toContain('object')
  const words = parts.map((part) => (part.slot === 'words' ? part.text : 'X')).join('')
  expect(words.length).toBeLessThanOrEqual(charsMax)
  expect(words).not.toMatch(/[{}[\]<>]| {2}/)
  return words
}

describe('every action of the log', () => {
  const entries = fc.record({
    action: fc.oneof(fc.constantFrom<string>(...knownActions), fc.constant('service.updateAsset'), fc.string()),
    outcome: fc.constantFrom(...activityOutcomes),
    actorId: fc.constantFrom(null, 'one'),
    actorName: fc.string(),
    objectKind: fc.constantFrom('account', 'asset', 'system', ''),
    objectId: fc.constantFrom(null, 'one', 'two'),
    objectName: fc.string(),
    before: sides,
    after: sides,
    isWithheld: fc.boolean(),
    outcomeReason: fc.constantFrom(null, 'service' as const, 'unsent' as const, 'undone' as const),
    relatedCount: fc.nat(3),
    relatedTo: fc.array(fc.record({ objectKind: fc.constantFrom('asset', 'x'), objectId: fc.string() }), {
      maxLength: 3,
    }),
    bulk: bulks,
  })

  it('has a sentence with an actor and an object for every outcome', () => {
    for (const action of [...knownActions, 'service.updateAsset', 'other.thing'])
      for (const outcome of activityOutcomes)
        for (const isWithheld of [false, true]) {
          const words = check(make({ action, outcome, isWithheld }))
          if (outcome === 'failed') expect(words).toMatch(/^X tried to /)
          if (outcome === 'unknown') expect(words).toMatch(/^X tried to .*: the result is unknown$/)
          if (outcome === 'pending') expect(words).toMatch(/^X is [a-z]+ing /)
        }
  })

  it('shows a name that is also a property of every object', () => {
    const [actor] = describeSentence(t, make({ actorId: null, actorName: 'valueOf' })).parts
    expect(actor).toMatchObject({ slot: 'actor', value: { kind: 'person', name: 'valueOf' } })
  })

  it('has a sentence for any random entry', () => {
    fc.assert(fc.property(entries, (entry) => void check(entry)))
  })

  it('has no banned word and no message that is too long', () => {
    const list = (node: object): string[] =>
      Object.values(node).flatMap((inner: unknown) => (typeof inner === 'string' ? [inner] : list(inner as object)))
    for (const message of list({ ...en.activity.sentences, ...en.activity.endings })) {
      expect(message.replaceAll(/<\/?\w+>/g, ' ')).not.toMatch(banned)
      expect(message.length).toBeLessThanOrEqual(charsMax)
    }
  })

  it('has exactly one message in three forms for each of its keys and details', () => {
    const forms = sentenceKeys.flatMap((key) =>
      messagesOf(key).flatMap(({ message }) => ['done', 'pending', 'tried'].map((form) => `${message}.${form}`)),
    )
    const list = (node: object, path = ''): string[] =>
      Object.entries(node).flatMap(([name, inner]: [string, unknown]) =>
        typeof inner === 'string' ? [`${path}${name}`] : list(inner as object, `${path}${name}.`),
      )
    expect(list(en.activity.sentences).toSorted()).toEqual(forms.toSorted())
  })

  it('says that a group was assigned even if its name is unknown', () => {
    const assigned: ActivityBulk = { ...bulk, things: 'asset-type', act: 'assign-group', to: null }
    expect(say({ ...started, bulk: assigned })).toBe(
      'Admin assigned a status group to 21 asset types: 20 done, 1 failed',
    )
  })
})
