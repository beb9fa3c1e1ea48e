import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { describeEntry, describeGroupChange } from './view'

const green = { optionId: 'g', name: 'Ready', color: 'GREEN' }
const red = { optionId: 'r', name: 'Broken', color: 'RED' }
const blue = { optionId: 'b', name: 'Lent', color: 'BLUE' }
const base = { groupId: 'x', name: 'Tools', description: '', options: [green, red, blue], typeIds: ['t1'] }
const describeOne = (action: string, before: unknown, after: unknown) => describeEntry({ action, before, after })
const change = (after: object) => describeOne('status-group.update', base, { ...base, ...after })
const said = ({ name, color }: typeof green) => ({ name, color })

describe('changes of a group', () => {
  it.each<[string, object, unknown[]]>([
    ['a new name of the group', { name: 'Machines' }, [{ kind: 'text', field: 'name', from: 'Tools', to: 'Machines' }]],
    ['a first description', { description: 'All' }, [{ kind: 'text', field: 'description', from: null, to: 'All' }]],
    [
      'a new name of a status',
      { options: [{ ...green, name: 'Fine' }, red, blue] },
      [{ kind: 'renamed', status: { name: 'Fine', color: 'GREEN' }, from: 'Ready' }],
    ],
    [
      'a new name and color of a status',
      { options: [{ ...green, name: 'Fine', color: 'BLUE' }, red, blue] },
      [
        { kind: 'renamed', status: { name: 'Fine', color: 'BLUE' }, from: 'Ready' },
        { kind: 'recolored', status: { name: 'Fine', color: 'BLUE' }, from: 'GREEN' },
      ],
    ],
    [
      'new statuses without an id or with an empty one',
      {
        options: [green, red, blue, { optionId: null, name: 'N', color: 'C' }, { optionId: '', name: 'M', color: 'C' }],
      },
      [
        { kind: 'added', status: { name: 'N', color: 'C' } },
        { kind: 'added', status: { name: 'M', color: 'C' } },
      ],
    ],
    [
      'a removed status whose assets moved',
      { options: [green, blue], removed: { kind: 'move', optionId: 'b' } },
      [{ kind: 'removed', status: said(red), replacement: { kind: 'moved', to: said(blue) } }],
    ],
    [
      'a removed status whose assets were cleared',
      { options: [green, blue], removed: { kind: 'clear' } },
      [{ kind: 'removed', status: said(red), replacement: { kind: 'cleared' } }],
    ],
    [
      'a removed status without information on its assets',
      { options: [green, blue] },
      [{ kind: 'removed', status: said(red), replacement: null }],
    ],
    [
      'a new order of statuses',
      { options: [blue, green, red] },
      [{ kind: 'ordered', names: ['Lent', 'Ready', 'Broken'] }],
    ],
    ['assigned and removed types', { typeIds: ['t2', 't3'] }, [{ kind: 'types', added: 2, removed: 1 }]],
    ['nothing', {}, []],
  ])('report %s', (_, after, lines) => expect(change(after)).toEqual(lines))

  it('ignore fields that the later state omits', () => {
    expect(describeOne('status-group.update', base, { name: 'Machines' })).toHaveLength(1)
    expect(describeOne('status-group.update', base, {})).toEqual([])
  })

  it('do not report a new order if statuses were only added or removed', () => {
    expect(describeGroupChange(base, { ...base, options: [red, blue] }).map(({ kind }) => kind)).toEqual(['removed'])
    expect(describeGroupChange({ ...base, options: [red, blue] }, base).map(({ kind }) => kind)).toEqual(['added'])
  })

  it('read ids of SafetyCulture as well as those of Sightline', () => {
    const wire = { ...base, options: [{ id: 'g', name: 'Fine', color: 'GREEN' }, red, blue] }
    expect(describeOne('status-group.update', base, wire)).toMatchObject([{ kind: 'renamed' }])
  })
})

describe('changes of an entry', () => {
  it('list the statuses and types of a group that was created or deleted', () => {
    const lines = [
      { kind: 'statuses', statuses: [green, red, blue].map(said) },
      { kind: 'types', added: 1, removed: 0 },
    ]
    expect(describeOne('status-group.create', null, base)).toEqual(lines)
    expect(describeOne('status-group.recreate', null, base)).toEqual(lines)
    expect(describeOne('status-group.delete', base, null)).toEqual(lines)
  })

  it.each([
    ['asset.set-status', said(green), said(red), { kind: 'status', from: said(green), to: said(red) }],
    ['asset.set-status', null, { ...red, groupId: 'x' }, { kind: 'status', from: null, to: said(red) }],
    ['asset.clear-status', { status: green }, { status: null }, { kind: 'status', from: said(green), to: null }],
    ['asset.restore-status', null, { status: red }, { kind: 'status', from: null, to: said(red) }],
    [
      'asset-type.assign-group',
      { groupId: 'a', name: 'A' },
      { groupId: 'b', name: 'B' },
      { kind: 'group', from: 'A', to: 'B' },
    ],
    ['asset-type.remove-group', { groupId: 'a', name: 'A' }, null, { kind: 'group', from: 'A', to: null }],
  ])('describe %s', (action, before, after, line) => expect(describeOne(action, before, after)).toEqual([line]))

  it('are null for unknown values, which are shown raw', () => {
    expect(describeOne('user-job.start', {}, {})).toBeNull()
    expect(describeOne('status-group.update', 'x', base)).toBeNull()
    expect(describeOne('asset.set-status', 5, null)).toBeNull()
  })

  it('are found without an exception for any random entry', () => {
    const action = fc.constantFrom(
      'status-group.update',
      'status-group.create',
      'asset.set-status',
      'asset-type.assign-group',
      'x',
      '',
    )
    fc.assert(fc.property(action, fc.jsonValue(), fc.jsonValue(), (...given) => void describeOne(...given)))
  })
})
