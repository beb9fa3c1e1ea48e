import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { runs } from '@/lib/testing/random-runs'
import { readAsset, readAssetPage, readAssetTypePage } from './asset-shapes'
import { readStatusGroup, readStatusGroupPage, writeOption } from './status-group-shapes'
import {
  createStatusGroup,
  getStatusGroup,
  listAssetsPage,
  listAssetTypes,
  listStatusGroups,
  removeGroupTypes,
  setAssetStatus,
  updateStatusGroup,
} from './assets'
import type { Service } from './types'

interface Sent {
  name: string
  input: { params?: Record<string, string>; query?: unknown; body?: Record<string, unknown> }
  options: { isFresh?: boolean; lane?: string }
}

/** A service that answers each operation from a script: one response after the other, repeating the last. */
function script(answers: Record<string, unknown[]>) {
  const sent: Sent[] = []
  const left = new Map(Object.entries(answers))
  const call = (name: string, input: Sent['input'], options: Sent['options']) => {
    sent.push({ name, input, options })
    const [next, ...rest] = left.get(name) ?? []
    if (rest.length > 0) left.set(name, rest)
    if (next instanceof Error) return Promise.reject(next)
    const answer: unknown = JSON.parse(JSON.stringify(next ?? null))
    return Promise.resolve(answer)
  }
  // Cast: a script may contain any response.
  return { sent, service: { call } as unknown as Pick<Service, 'call'> }
}

const option = { id: 'o1', name: 'In service', color: 'STATUS_BADGE_COLOR_GREEN' }
const read = { optionId: 'o1', name: 'In service', color: 'STATUS_BADGE_COLOR_GREEN', rest: {} }
const bare = { id: 'g1', name: 'Pumps', description: 'All of them', options: [option], type_ids: ['t1'] }
const whole = {
  groupId: 'g1',
  name: 'Pumps',
  description: 'All of them',
  options: [read],
  typeIds: ['t1'],
  unreadCount: 0,
  rest: {},
}

describe('a status group', () => {
  it.each([
    ['without a wrapper', bare],
    ['under status_group', { status_group: bare }],
    ['with a repeated type', { ...bare, type_ids: ['t1', 't1'] }],
  ])('is read %s', (_, answer) => {
    expect(readStatusGroup(answer)).toEqual({ group: whole, isWhole: true })
  })

  it('keeps unknown colors, the order of options, and every unknown field', () => {
    const { group } = readStatusGroup({
      status_group: {
        ...bare,
        version: 7,
        options: [
          { id: 'b', name: 'B', color: 'STATUS_BADGE_COLOR_ULTRAVIOLET', icon: { shape: 'star' } },
          { id: 'a', name: 'A', color: '#ff0000', order: 0 },
        ],
      },
    })
    expect(group.rest).toEqual({ version: 7 })
    expect(group.options).toEqual([
      { optionId: 'b', name: 'B', color: 'STATUS_BADGE_COLOR_ULTRAVIOLET', rest: { icon: { shape: 'star' } } },
      { optionId: 'a', name: 'A', color: '#ff0000', rest: { order: 0 } },
    ])
    expect(group.options.map(writeOption)).toEqual([
      { id: 'b', name: 'B', color: 'STATUS_BADGE_COLOR_ULTRAVIOLET', icon: { shape: 'star' } },
      { id: 'a', name: 'A', color: '#ff0000', order: 0 },
    ])
  })

  it('writes an option back under the id field that the service used, so that it is not taken for a new one', () => {
    const [given] = readStatusGroup({
      ...bare,
      options: [{ status_option_id: 'x', name: 'Out', color: 'RED', icon: 1 }],
    }).group.options
    expect(given).toMatchObject({ optionId: 'x', name: 'Out', color: 'RED' })
    expect(writeOption({ ...read, ...given, name: 'Gone', color: 'BLUE' })).toEqual({
      status_option_id: 'x',
      icon: 1,
      id: 'x',
      name: 'Gone',
      color: 'BLUE',
    })
    expect(writeOption({ optionId: null, name: 'New', color: 'RED' })).toEqual({ name: 'New', color: 'RED' })
    expect(writeOption({ optionId: 'y', name: 'Plain', color: '' })).toEqual({ id: 'y', name: 'Plain' })
  })

  it('counts options that it cannot read, and keeps the rest of the group', () => {
    const answer = { ...bare, options: [{ name: 'no id' }, option, 'text', null, option], type_ids: ['t1', {}, null] }
    expect(readStatusGroup(answer).group).toEqual({ ...whole, unreadCount: 4 })
  })

  it('is known to be incomplete when the response has no options', () => {
    expect(readStatusGroup({ id: 'g1' }).isWhole).toBe(false)
    expect(readStatusGroup({ ...bare, options: [] }).isWhole).toBe(true)
  })

  it.each([[null], [[]], ['text'], [3], [{}], [{ status_group: {} }], [{ status_group: [] }], [{ id: '' }]])(
    'is not read from %j',
    (answer) => {
      expect(() => readStatusGroup(answer)).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
    },
  )
})

describe('lists', () => {
  it('of groups are read', () => {
    expect(readStatusGroupPage({ status_groups: [bare] })).toEqual({
      items: [{ group: whole, isWhole: true }],
      nextPageToken: null,
      unreadCount: 0,
    })
  })

  it('are empty if the service leaves out empty lists', () => {
    for (const answer of [{}, { next_page_token: '' }, { status_groups: null }])
      expect(readStatusGroupPage(answer)).toEqual({ items: [], nextPageToken: null, unreadCount: 0 })
  })

  it('continue after a broken entry, and count it', () => {
    const page = readStatusGroupPage({ status_groups: [{}, bare, null, { name: 'no id' }] })
    expect([page.items.length, page.unreadCount]).toEqual([1, 3])
  })

  it('have a next page if the service sends a token for it', () => {
    expect(readAssetPage({ assets: [], next_page_token: 'n' }).nextPageToken).toBe('n')
  })

  it.each([[null], ['text'], [0], [true], [[]], [{ status_groups: {} }], [{ status_groups: 'x' }]])(
    'are not read from %j',
    (answer) => {
      expect(() => readStatusGroupPage(answer)).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
    },
  )

  it.each([
    [
      { id: 't1', name: 'Crane', type: 'TYPE_CATEGORY_VEHICLE' },
      { typeId: 't1', name: 'Crane', category: 'TYPE_CATEGORY_VEHICLE' },
    ],
    [{ id: 't1' }, { typeId: 't1', name: 't1', category: null }],
    [
      { id: 't1', name: '' },
      { typeId: 't1', name: 't1', category: null },
    ],
  ])('of types show the id of a type that has no name: %j', (entry, type) => {
    expect(readAssetTypePage({ type_list: [entry] }).items).toEqual([type])
  })
})

const asset = {
  id: 'a1',
  code: 'P-1',
  type: { type_id: 't1', name: 'Pump', type: 'TYPE_CATEGORY_OTHER' },
  site: { id: 's1', name: 'North' },
  state: 'ASSET_STATE_ACTIVE',
  created_at: '2026-01-02T03:04:05Z',
  modified_at: '2026-01-02T03:04:05.678901+02:00',
  sourced_from_external_system: false,
  statuses: [{ id: 'o1', name: 'In', color: 'GREEN', status_group_id: 'g1', status_group_name: 'Pumps' }],
}
const status = { optionId: 'o1', name: 'In', color: 'GREEN', groupId: 'g1', groupName: 'Pumps' }

describe('an asset', () => {
  it('is read with all its fields, bare or under `asset`', () => {
    const expected = {
      assetId: 'a1',
      code: 'P-1',
      typeId: 't1',
      typeName: 'Pump',
      siteId: 's1',
      siteName: 'North',
      state: 'active',
      status,
      createdAt: '2026-01-02T03:04:05.000Z',
      modifiedAt: '2026-01-02T01:04:05.678Z',
      inspectedAt: null,
      isExternal: false,
      fields: [],
      mediaNames: [],
      rest: { colour_of_door: 'blue' },
    }
    for (const answer of [{ ...asset, colour_of_door: 'blue' }, { asset: { ...asset, colour_of_door: 'blue' } }])
      expect(readAsset(answer)).toEqual(expected)
  })

  it.each([
    ['statuses with all their fields', { statuses: asset.statuses }, status],
    [
      'statuses by status_option_id',
      { statuses: [{ status_option_id: 'o1', name: 'In', color: 'GREEN' }] },
      { ...status, groupId: null, groupName: null },
    ],
    ['an empty list of statuses', { statuses: [] }, null],
    ['statuses that are null', { statuses: null }, null],
    ['a response without statuses', {}, null],
    ['a status without an id', { statuses: [{ name: 'In' }] }, null],
  ])('gets its status from %s', (_, told, expected) => {
    expect(readAsset({ ...asset, statuses: undefined, ...told }).status).toEqual(expected)
  })

  it.each([
    [{ type: { type_id: 't', name: 'T' } }, 't', 'T'],
    [{ type: null }, null, null],
    [{ type: 'TYPE_CATEGORY_X' }, null, null],
  ])('gets its type from %j', (told, typeId, typeName) => {
    expect(readAsset({ ...asset, ...told })).toMatchObject({ typeId, typeName })
  })

  it.each([[{ site: null }], [{ site: undefined }]])('has no site if the response has %j', (told) => {
    expect(readAsset({ ...asset, ...told })).toMatchObject({ siteId: null, siteName: null })
  })

  it.each([
    ['ASSET_STATE_ACTIVE', 'active'],
    ['ASSET_STATE_ARCHIVED', 'archived'],
    ['ASSET_STATE_ON_THE_MOON', 'ASSET_STATE_ON_THE_MOON'],
    [undefined, 'active'],
  ])('shows the state %j as %s', (state, expected) => {
    expect(readAsset({ ...asset, state }).state).toBe(expected)
  })

  it('has its field values as text, and the names of its media', () => {
    const { fields, mediaNames } = readAsset({
      ...asset,
      fields: [
        { field_id: 'f1', name: 'Maker', string_value: 'Grundfos' },
        { field_id: 'f2', name: 'Bought', timestamp_value: '2026-01-02T00:00:00Z' },
        { field_id: 'f4', name: 'Price', money_value: { currency_code: 'EUR', units: '12', nanos: 500000000 } },
        { field_id: 'f5', name: 'Odd', strange_value: { a: 1 } },
        { field_id: 'f6', name: 'Empty' },
        'broken',
      ],
      profile_image: { id: 'm1', filename: 'front.jpg' },
      media: [{ id: 'm2' }, null],
    })
    expect(fields.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'Maker: Grundfos',
      'Bought: 2026-01-02T00:00:00Z',
      'Price: 12.50 EUR',
      'Odd: {"a":1}',
      'Empty: ',
    ])
    expect(mediaNames).toEqual(['front.jpg', 'm2'])
  })

  it.each([['not a time'], [''], [7], ['+275760-09-13T00:00:00Z'], [{}]])(
    'has no time if the response has %j',
    (told) => {
      expect(readAsset({ ...asset, modified_at: told }).modifiedAt).toBeNull()
    },
  )
})

const knownNames = [
  'id',
  'status_group',
  'status_groups',
  'options',
  'statuses',
  'name',
  'color',
  'type_ids',
  'type',
  'site',
  'state',
  'fields',
  'assets',
  'type_list',
  'money_value',
  'units',
  'nanos',
  'next_page_token',
  'modified_at',
  'media',
  'filename',
  'field_id',
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'status_option_id',
  'description',
]

/** Names that the readers know, and names of Object.prototype, with any values. */
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1e300, '', 'id', 'ASSET_STATE_ACTIVE', '2026-01-01T00:00:00Z', '\ud800', '\0'),
    fc.string({ maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...knownNames), tie('value'), { maxKeys: 5 }),
  ),
})).value

/** The outer structure is right and everything within is wrong: random values alone rarely get this far. */
const outlined = fc.oneof(
  anything,
  fc.record(
    {
      id: fc.constant('x1'),
      status_group: fc.record({ id: fc.constant('g'), options: fc.array(anything), type_ids: fc.array(anything) }),
      assets: fc.array(anything),
      status_groups: fc.array(anything),
      statuses: fc.oneof(anything, fc.array(anything)),
      type: anything,
      site: anything,
      state: anything,
      modified_at: anything,
      fields: fc.array(
        fc.record({
          field_id: fc.constant('f'),
          money_value: fc.record({ units: anything, nanos: anything, currency_code: anything }),
        }),
      ),
      media: fc.array(anything),
    },
    { requiredKeys: ['id'] },
  ),
)

describe('any response of the service', () => {
  it.each([
    ['a group', readStatusGroup],
    ['groups', readStatusGroupPage],
    ['types', readAssetTypePage],
    ['assets', readAssetPage],
    ['an asset', readAsset],
  ])('is either read as %s or refused as a wrong structure', (_, reader: (value: unknown) => unknown) => {
    fc.assert(
      fc.property(outlined, (value) => {
        // Goes through JSON as a real response does, so that __proto__ is a normal key.
        const answer: unknown = JSON.parse(JSON.stringify(value ?? null))
        try {
          JSON.stringify(reader(answer))
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          expect(error).toMatchObject({ code: 'upstream_failed' })
        }
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: runs(400) },
    )
  })
})

const pageOf = (id: string, next_page_token: string) => ({ status_groups: [{ ...bare, id }], next_page_token })

describe('calls', () => {
  it('read all pages of groups with as few requests as possible, and stop at a repeated page', async () => {
    const { service, sent } = script({
      listStatusGroups: [pageOf('g1', 'p2'), pageOf('g2', 'p3'), pageOf('g2', 'p3'), pageOf('g9', 'p4')],
    })
    const groups = await listStatusGroups(service)
    expect(groups.map(({ groupId }) => groupId)).toEqual(['g1', 'g2'])
    expect(sent.map(({ input }) => input.body)).toEqual([{}, { page_token: 'p2' }, { page_token: 'p3' }])
  })

  it('report how many entries of a list could not be read', async () => {
    const unread: number[] = []
    const { service } = script({ listStatusGroups: [{ status_groups: [bare, {}, null] }] })
    await listStatusGroups(service, { onUnread: (count) => unread.push(count) })
    expect(unread).toEqual([2])
  })

  it('read a group individually if the list leaves its options out', async () => {
    const { service, sent } = script({
      listStatusGroups: [{ status_groups: [{ id: 'g1', name: 'Pumps', type_ids: ['t1'] }] }],
      getStatusGroup: [{ status_group: bare }],
    })
    expect(await listStatusGroups(service)).toEqual([whole])
    expect(sent.map(({ name }) => name)).toEqual(['listStatusGroups', 'getStatusGroup'])
  })

  it('never share the read of one group or asset, because decisions are based on it', async () => {
    const { service, sent } = script({ getStatusGroup: [bare], getAsset: [asset], updateAsset: [{}] })
    await getStatusGroup(service, 'g1')
    await setAssetStatus(service, 'a1', 'o1')
    expect(sent.filter(({ name }) => name.startsWith('get')).map(({ options }) => options.isFresh)).toEqual([
      true,
      true,
    ])
  })

  it.each([
    ['under status_group', { status_group: bare }, 1],
    ['without a wrapper', bare, 1],
    ['only as an id', { id: 'g1' }, 2],
    ['only as an id under status_group', { status_group: { id: 'g1' } }, 2],
  ])('create a group when the response has it %s', async (_, answer, requests) => {
    const { service, sent } = script({ createStatusGroup: [answer], getStatusGroup: [{ status_group: bare }] })
    const asked = { name: 'Pumps', description: 'All of them', options: [{ name: 'In service', color: option.color }] }
    expect(await createStatusGroup(service, asked)).toEqual(whole)
    expect(sent).toHaveLength(requests)
    expect(sent[0]?.input.body).toEqual(asked)
  })

  it('report an unknown outcome if the created group cannot be read', async () => {
    const asked = { name: 'x', description: '', options: [] }
    const lost = new AppError('unavailable', 'gone')
    for (const answers of [{ createStatusGroup: [{}] }, { createStatusGroup: [{ id: 'g1' }], getStatusGroup: [lost] }])
      await expect(createStatusGroup(script(answers).service, asked)).rejects.toMatchObject({
        code: 'upstream_unknown',
      })
    const updated = script({ updateStatusGroup: [{}], getStatusGroup: [lost] })
    await expect(updateStatusGroup(updated.service, 'g1', { name: 'x' })).rejects.toMatchObject({
      code: 'upstream_unknown',
    })
  })

  it.each([
    [{ name: 'N' }, 'name', { name: 'N' }],
    [{ description: '' }, 'description', { description: '' }],
    [{ options: [read], name: 'N' }, 'name,options', { name: 'N', options: [option] }],
    [
      { options: [read], description: 'd', name: 'N' },
      'name,description,options',
      { name: 'N', description: 'd', options: [option] },
    ],
  ])('change only the given fields, in a fixed order: %j', async (patch, mask, fields) => {
    const { service, sent } = script({ updateStatusGroup: [{ status_group: bare }] })
    expect(await updateStatusGroup(service, 'g1', patch)).toEqual(whole)
    expect(sent[0]?.input).toEqual({
      params: { statusGroupId: 'g1' },
      body: { status_group: fields, update_mask: mask },
    })
  })

  it('name the option that assets with removed options move to', async () => {
    const { service, sent } = script({ updateStatusGroup: [{ id: 'g1' }], getStatusGroup: [bare] })
    await updateStatusGroup(service, 'g1', { options: [read], moveTo: 'o1' })
    expect(sent[0]?.input.body).toMatchObject({ reassign_to_option_id: 'o1' })
    expect(sent).toHaveLength(2)
  })

  it('read the group again if the response has another group', async () => {
    const { service, sent } = script({ updateStatusGroup: [{ ...bare, id: 'g2' }], getStatusGroup: [bare] })
    expect((await updateStatusGroup(service, 'g1', { name: 'x' })).groupId).toBe('g1')
    expect(sent).toHaveLength(2)
  })

  it('name the types to remove from a group in the query', async () => {
    const { service, sent } = script({ removeStatusGroupTypes: [{}] })
    await removeGroupTypes(service, 'g1', ['t1', 't2'])
    expect(sent[0]?.input).toEqual({ params: { statusGroupId: 'g1' }, query: { type_ids: ['t1', 't2'] } })
  })

  it('list assets by type, site, state and search text', async () => {
    const { service, sent } = script({ listAssets: [{ assets: [asset], next_page_token: 'n' }] })
    const page = await listAssetsPage(service, {
      typeId: 't',
      siteId: 's',
      state: 'archived',
      search: 'x',
      pageSize: 999,
    })
    expect(sent[0]?.input.body).toEqual({
      page_size: 100,
      search: 'x',
      asset_filters: [{ type_id: 't' }, { site_id: 's' }, { state: 'ASSET_STATE_ARCHIVED' }],
    })
    expect([page.assets.length, page.nextPageToken]).toEqual([1, 'n'])
  })

  it('list all types', async () => {
    const { service } = script({
      listAssetTypes: [{ type_list: [{ id: 't1', name: 'A' }], next_page_token: 'n' }, { type_list: [{ id: 't2' }] }],
    })
    expect((await listAssetTypes(service)).map(({ typeId }) => typeId)).toEqual(['t1', 't2'])
  })

  describe('that set a status', () => {
    const other = { ...asset, statuses: [{ id: 'o9' }] }
    it.each([
      ['accept a response that shows the status', [{ asset }], [], 'o1', 1],
      ['read the asset if the response is empty', [{}], [asset], 'o1', 2],
      ['read the asset if the response only has an id', [{ id: 'a1' }], [asset], 'o1', 2],
      ['read the asset if the response shows another status', [{ asset: other }], [asset], 'o1', 2],
      ['clear the status', [{ asset: { ...asset, statuses: [] } }], [], null, 1],
      [
        'read the asset if a response without statuses might mean that the status was cleared',
        [{ asset: { ...asset, statuses: undefined } }],
        [{ ...asset, statuses: [] }],
        null,
        2,
      ],
    ])('%s', async (_, updateAsset, getAsset, optionId, requests) => {
      const { service, sent } = script({ updateAsset, getAsset })
      expect((await setAssetStatus(service, 'a1', optionId)).status?.optionId ?? null).toBe(optionId)
      expect(sent).toHaveLength(requests)
      expect(sent[0]?.input).toEqual({
        params: { assetId: 'a1' },
        body: {
          asset: { statuses: optionId === null ? [] : [{ status_option_id: optionId }] },
          update_mask: 'statuses',
        },
      })
    })

    it('fail if the asset has another status afterwards, and have an unknown outcome if it cannot be read', async () => {
      await expect(
        setAssetStatus(script({ updateAsset: [{}], getAsset: [other] }).service, 'a1', 'o1'),
      ).rejects.toMatchObject({ code: 'upstream_failed' })
      await expect(
        setAssetStatus(script({ updateAsset: [{}], getAsset: [new AppError('unavailable', 'x')] }).service, 'a1', 'o1'),
      ).rejects.toMatchObject({ code: 'upstream_unknown' })
    })
  })
})
