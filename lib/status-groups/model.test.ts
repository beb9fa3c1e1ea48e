import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { findColorHints, findNewColorHints, findMistaken } from './color'
import { describeRequest, diffGroup, invertSave } from './diff'
import { mergeGroups, type Conflict } from './diff-merge'
import {
  findIssues,
  isSameDraft,
  listRemoved,
  openEdits,
  reduceEdits,
  toDraft,
  type Draft,
  type Replacement,
  type EditState,
  type DraftAction,
} from './model'
import { statusGroupEdit, type StatusGroup } from './schema'
import { optionsMax } from './values-model'

const names = ['In service', 'Parked', 'Broken', 'Out of service', 'At the dentist', ' Lent']
const colors = ['GREEN', 'RED', 'YELLOW', 'HOT_PINK'].map((word) => `STATUS_BADGE_COLOR_${word}`)

function makeGroup(optionNames: readonly string[]): StatusGroup {
  const options = optionNames.map((name, index) => ({ optionId: `o${index}`, name, color: colors[index % 3] ?? '' }))
  return { groupId: 'g1', name: 'Operational', description: '', options, typeIds: ['t1'] }
}

const groups = fc.array(fc.constantFrom(...names), { maxLength: optionsMax }).map(makeGroup)

/** An action described by numbers, so that it can be applied to any state. */
type Rough = readonly [kind: number, which: number, other: number, text: string, color: string]
const roughs = fc.array(
  fc.tuple(fc.nat(9), fc.nat(12), fc.nat(12), fc.constantFrom(...names, '', 'Yard'), fc.constantFrom(...colors)),
  { maxLength: 25 },
)

function toAct({ draft, base }: EditState, [kind, which, other, text, color]: Rough): DraftAction {
  const at = (index: number) => draft.statuses[index % Math.max(1, draft.statuses.length)]
  const key = at(which)?.key ?? 'none'
  const target = at(other)?.optionId ?? null
  const replacement: Replacement = target === null ? { kind: 'clear' } : { kind: 'move', optionId: target }
  const optionId = base.options[which % Math.max(1, base.options.length)]?.optionId ?? 'none'
  const acts: DraftAction[] = [
    { kind: 'rename', name: text },
    { kind: 'describe', description: text },
    { kind: 'add', name: text, color },
    { kind: 'rename-status', key, name: text },
    { kind: 'recolor', key, color },
    { kind: 'move', key, to: other },
    { kind: 'remove', key, replacement: which % 2 === 0 ? replacement : null },
    { kind: 'keep', optionId },
    { kind: 'replacement', replacement },
    { kind: 'discard' },
  ]
  return acts[kind] ?? { kind: 'settle' }
}

function play(base: StatusGroup, steps: readonly Rough[]): EditState {
  let edits = openEdits(base)
  for (const step of steps) edits = reduceEdits(edits, toAct(edits, step))
  return edits
}

const times = (edits: EditState, kind: 'undo' | 'redo', count: number) =>
  Array.from({ length: count }).reduce((before: EditState) => reduceEdits(before, { kind }), edits)

/** The group after saving this draft, with an id for each new status. */
function save(base: StatusGroup, draft: Draft, prefix: string): StatusGroup {
  const options = draft.statuses.map(({ optionId, name, color }, index) => ({
    optionId: optionId ?? `${prefix}${index}`,
    name,
    color,
  }))
  return { ...base, name: draft.name, description: draft.description, options }
}

/** Ignores surrounding spaces, like a save. */
const trim = (text: string, before: string) => (text === before ? text : text.trim())

/** The parts of a merged draft that are equal for both sides. Only the position of new statuses depends on the side. */
const summarizeDraft = ({ name, description, statuses }: Draft) => {
  const old = statuses.filter(({ key }) => key.startsWith('o'))
  const fresh = statuses.filter(({ key }) => !key.startsWith('o')).map((status) => `${status.name} ${status.color}`)
  return { name, description, old, fresh: fresh.toSorted() }
}

/**
 * Ids of conflicts in a form that is equal for both sides. A removal on one side is a change on the other, and ids of
 * new statuses are arbitrary.
 */
const idsOf = (conflicts: readonly Conflict[] = []) =>
  conflicts.map(({ id }) => id.replace(/^removed-\w+ /, 'removed ').replace(/ n\d+$/, ' new')).toSorted()

describe('edits of a group', () => {
  it('can all be undone and redone', () => {
    fc.assert(
      fc.property(groups, roughs, (base, steps) => {
        const end = play(base, steps)
        const start = times(end, 'undo', end.past.length)
        expect(start.draft).toEqual(toDraft(base))
        expect(diffGroup(base, start.draft).changes).toEqual([])
        expect(times(start, 'redo', end.past.length).draft).toEqual(end.draft)
      }),
    )
  })

  it('never cause duplicate keys, too many statuses, or a replacement that does not exist', () => {
    fc.assert(
      fc.property(groups, roughs, (base, steps) => {
        const { draft } = play(base, steps)
        expect(new Set(draft.statuses.map(({ key }) => key)).size).toBe(draft.statuses.length)
        expect(draft.statuses.length).toBeLessThanOrEqual(optionsMax)
        const { replacement } = draft
        if (replacement !== null) expect(listRemoved(base, draft)).not.toEqual([])
        if (replacement?.kind === 'move')
          expect(draft.statuses.map(({ optionId }) => optionId)).toContain(replacement.optionId)
      }),
    )
  })

  it('count continued typing in one field as one step, until the person leaves the field', () => {
    let edits = openEdits(makeGroup(['In service']))
    for (const name of ['I', 'In', 'In u', 'In use'])
      edits = reduceEdits(edits, { kind: 'rename-status', key: 'o0', name })
    expect(edits.past).toHaveLength(1)
    edits = reduceEdits(edits, { kind: 'settle' })
    edits = reduceEdits(edits, { kind: 'rename-status', key: 'o0', name: 'In use now' })
    expect(edits.past).toHaveLength(2)
    expect(reduceEdits(edits, { kind: 'undo' }).draft.statuses[0]?.name).toBe('In use')
  })

  it('can put a removed status back in its earlier position', () => {
    let edits = openEdits(makeGroup(['A', 'B', 'C', 'D']))
    for (const key of ['o1', 'o2']) edits = reduceEdits(edits, { kind: 'remove', key, replacement: { kind: 'clear' } })
    edits = reduceEdits(edits, { kind: 'keep', optionId: 'o2' })
    edits = reduceEdits(edits, { kind: 'keep', optionId: 'o1' })
    expect(edits.draft).toEqual(toDraft(edits.base))
  })

  it('require a new replacement if the chosen one is removed too', () => {
    let edits = openEdits(makeGroup(['A', 'B', 'C']))
    edits = reduceEdits(edits, { kind: 'remove', key: 'o0', replacement: { kind: 'move', optionId: 'o1' } })
    expect([...findIssues(edits.base, edits.draft).keys()]).toEqual([])
    edits = reduceEdits(edits, { kind: 'remove', key: 'o1', replacement: null })
    expect(edits.draft.replacement).toBeNull()
    expect([...findIssues(edits.base, edits.draft).keys()]).toEqual(['replacement'])
  })
})

describe('the request of a save', () => {
  it('is empty only if nothing differs', () => {
    fc.assert(
      fc.property(groups, roughs, (base, steps) => {
        const { draft } = play(base, steps)
        const { changes, mask, edit } = diffGroup(base, draft)
        const was = toDraft(base)
        const isEqual =
          trim(draft.name, base.name) === base.name &&
          trim(draft.description, base.description) === base.description &&
          draft.statuses.length === was.statuses.length &&
          draft.statuses.every((status, index) => {
            const before = was.statuses[index]
            return (
              before?.optionId === status.optionId &&
              before.color === status.color &&
              trim(status.name, before.name) === before.name
            )
          })
        expect(changes.length === 0).toBe(isEqual)
        expect(mask.length === 0).toBe(isEqual)
        expect(Object.keys(edit).length === 0).toBe(isEqual)
      }),
    )
  })

  it('is a valid body with the ids of all kept statuses, and with a replacement only if a status is removed', () => {
    fc.assert(
      fc.property(groups, roughs, (base, steps) => {
        const { draft } = play(base, steps)
        if (findIssues(base, draft).size > 0) return
        const { edit, mask } = diffGroup(base, draft)
        expect(statusGroupEdit.safeParse({ base, ...edit }).error).toBeUndefined()
        const removed = listRemoved(base, draft)
        expect(edit.removed !== undefined).toBe(removed.length > 0)
        if (mask.includes('options'))
          expect(edit.options?.map(({ optionId }) => optionId)).toEqual(draft.statuses.map(({ optionId }) => optionId))
        else expect(removed).toEqual([])
      }),
    )
  })

  it('only names fields that change, and contains the target of moved assets', () => {
    let edits = openEdits(makeGroup(['A', 'B']))
    edits = reduceEdits(edits, { kind: 'remove', key: 'o0', replacement: { kind: 'move', optionId: 'o1' } })
    expect(JSON.parse(describeRequest('g1', diffGroup(edits.base, edits.draft)).body)).toEqual({
      status_group: { options: [{ id: 'o1', name: 'B', color: colors[1] }] },
      update_mask: 'options',
      reassign_to_option_id: 'o1',
    })
  })

  it('is not prevented by a stored text that is not sent', () => {
    const base = { ...makeGroup(['A']), name: '', description: 'One line\r\nand another' }
    const { draft } = openEdits(base)
    expect([...findIssues(base, { ...draft, statuses: [] }).keys()]).toEqual(['replacement'])
    const rewritten = { ...draft, name: ' ', description: `${base.description}.` }
    expect([...findIssues(base, rewritten).keys()]).toEqual(['name', 'description'])
  })

  it('sends no color for a status that has none, and is accepted', () => {
    const [first, ...others] = makeGroup(['A', 'B']).options
    if (first === undefined) throw new Error('the group has two statuses')
    const base = { ...makeGroup(['A', 'B']), options: [{ ...first, color: '' }, ...others] }
    const edits = reduceEdits(openEdits(base), { kind: 'rename-status', key: 'o0', name: 'Renamed' })
    const diff = diffGroup(base, edits.draft)
    expect(JSON.parse(describeRequest('g1', diff).body)).toEqual({
      status_group: {
        options: [
          { id: 'o0', name: 'Renamed' },
          { id: 'o1', name: 'B', color: colors[1] },
        ],
      },
      update_mask: 'options',
    })
    expect(statusGroupEdit.safeParse({ base, ...diff.edit }).success).toBe(true)
  })

  it('reports a new order if a new status is placed between others', () => {
    let edits = reduceEdits(openEdits(makeGroup(['A', 'B'])), { kind: 'add', name: 'New', color: 'X' })
    const kinds = () => diffGroup(edits.base, edits.draft).changes.map(({ kind }) => kind)
    expect(kinds()).toEqual(['added'])
    edits = reduceEdits(edits, { kind: 'move', key: 'new-1', to: 1 })
    expect(kinds()).toEqual(['added', 'reordered'])
  })

  it('can undo a save by creating the removed statuses again', () => {
    fc.assert(
      fc.property(groups, roughs, (base, steps) => {
        const saved = save(base, play(base, steps).draft, 'n')
        const again = invertSave(base, saved)
        expect(again.statuses.map(({ name, color }) => ({ name, color }))).toEqual(
          base.options.map(({ name, color }) => ({ name, color })),
        )
        expect(new Set(again.statuses.map(({ key }) => key)).size).toBe(again.statuses.length)
        for (const { optionId } of again.statuses)
          if (optionId !== null) expect(saved.options.map((option) => option.optionId)).toContain(optionId)
      }),
    )
  })
})

const ofOneBase = fc.tuple(groups, roughs, roughs)

describe('a merge', () => {
  it('is your version if they changed nothing, and theirs if you changed nothing', () => {
    fc.assert(
      fc.property(ofOneBase, ([base, one]) => {
        const { draft } = play(base, one)
        const withYours = mergeGroups(base, base, draft)
        expect(withYours.conflicts).toEqual([])
        expect(withYours.draft).toEqual(draft)
        const theirs = save(base, draft, 't')
        const withTheirs = mergeGroups(base, theirs, toDraft(base))
        expect(withTheirs.conflicts).toEqual([])
        expect(withTheirs.draft).toEqual(toDraft(theirs))
      }),
    )
  })

  it('keeps every status that nobody removed or that one side added', () => {
    fc.assert(
      fc.property(ofOneBase, ([base, one, two]) => {
        const theirs = save(base, play(base, one).draft, 't')
        const yours = play(base, two).draft
        const { draft } = mergeGroups(base, theirs, yours)
        const there = new Set(draft.statuses.map(({ optionId }) => optionId))
        const inBoth = theirs.options.filter(({ optionId }) => yours.statuses.some((own) => own.optionId === optionId))
        const addedThere = theirs.options.filter(({ optionId }) => optionId.startsWith('t'))
        for (const { optionId } of [...inBoth, ...addedThere]) expect(there).toContain(optionId)
        const kept = draft.statuses.map(({ name }) => name.trim())
        for (const { optionId, name } of yours.statuses) if (optionId === null) expect(kept).toContain(name.trim())
        expect(new Set(draft.statuses.map(({ key }) => key)).size).toBe(draft.statuses.length)
      }),
    )
  })

  it('is the same from both sides if there are no conflicts', () => {
    fc.assert(
      fc.property(ofOneBase, ([base, one, two]) => {
        const left = play(base, one).draft
        const right = play(base, two).draft
        const ways = [mergeGroups(base, save(base, left, 'n'), right), mergeGroups(base, save(base, right, 'n'), left)]
        expect(idsOf(ways[0]?.conflicts)).toEqual(idsOf(ways[1]?.conflicts))
        if ((ways[0]?.conflicts.length ?? 0) > 0) return
        expect(summarizeDraft(ways[0]?.draft ?? left)).toEqual(summarizeDraft(ways[1]?.draft ?? left))
      }),
    )
  })

  it('keeps their changes until conflicts are resolved, and then uses the chosen version', () => {
    fc.assert(
      fc.property(ofOneBase, ([base, one, two]) => {
        const theirs = save(base, play(base, one).draft, 't')
        const yours = play(base, two).draft
        const { conflicts, isSettled } = mergeGroups(base, theirs, yours)
        expect(isSettled).toBe(conflicts.length === 0)
        const all = Object.fromEntries(conflicts.map(({ id }) => [id, 'yours' as const]))
        const settled = mergeGroups(base, theirs, yours, all)
        expect(settled.isSettled).toBe(true)
        const merged = mergeGroups(base, theirs, yours).draft
        for (const conflict of conflicts) {
          if (conflict.kind === 'name') {
            expect(merged.name).toBe(theirs.name)
            expect(settled.draft.name).toBe(yours.name)
          }
          if (conflict.kind === 'removed-here') {
            expect(merged.statuses.map(({ key }) => key)).toContain(conflict.theirs.optionId)
            expect(settled.draft.statuses.map(({ key }) => key)).not.toContain(conflict.theirs.optionId)
          }
          if (conflict.kind === 'removed-there') {
            expect(merged.statuses.map(({ key }) => key)).not.toContain(conflict.yours.key)
            const again = settled.draft.statuses.find(({ key }) => key === conflict.yours.key)
            expect(again).toMatchObject({ optionId: null, name: conflict.yours.name })
          }
        }
      }),
    )
  })

  it('has no conflicts if your changes are already saved', () => {
    const base = makeGroup(['A', 'B'])
    let edits = openEdits(base)
    edits = reduceEdits(edits, { kind: 'add', name: 'Yard', color: colors[0] ?? '' })
    edits = reduceEdits(edits, { kind: 'move', key: 'new-1', to: 0 })
    const stored = save(base, edits.draft, 't')
    const { draft, conflicts } = mergeGroups(base, stored, edits.draft)
    expect(conflicts).toEqual([])
    expect(isSameDraft(draft, toDraft(stored))).toBe(true)
  })

  it('finds each kind of conflict', () => {
    const base = makeGroup(['A', 'B', 'C', 'D'])
    const [a, b, c, d] = base.options
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('not made')
    const theirs = {
      ...base,
      name: 'Theirs',
      description: 'by them',
      // They change the order, rename and recolor A, remove C and rename D.
      options: [b, { ...a, name: 'A by them', color: 'X' }, { ...d, name: 'D by them' }],
    }
    let edits = openEdits(base)
    for (const act of [
      { kind: 'rename', name: 'Yours' },
      { kind: 'describe', description: 'by you' },
      { kind: 'rename-status', key: 'o0', name: 'A by you' },
      { kind: 'recolor', key: 'o0', color: 'Y' },
      { kind: 'rename-status', key: 'o2', name: 'C by you' },
      { kind: 'remove', key: 'o3', replacement: { kind: 'clear' } },
    ] satisfies DraftAction[])
      edits = reduceEdits(edits, act)
    const kinds = (draft: Draft) => mergeGroups(base, theirs, draft).conflicts.map(({ kind }) => kind)
    const all = ['name', 'description', 'status-name', 'status-color', 'removed-here', 'removed-there']
    expect(kinds(edits.draft)).toEqual(all)
    // Above, only A and B exist in all three versions, and only they changed the order. Now you change it too.
    const three = makeGroup(['A', 'B', 'C'])
    const [x, y, z] = three.options
    if (x === undefined || y === undefined || z === undefined) throw new Error('not made')
    const mine = { ...toDraft(three), statuses: toDraft({ ...three, options: [z, x, y] }).statuses }
    const { conflicts, draft } = mergeGroups(three, { ...three, options: [y, x, z] }, mine)
    expect(conflicts.map(({ kind }) => kind)).toEqual(['order'])
    expect(draft.statuses.map(({ name }) => name)).toEqual(['B', 'A', 'C'])
    const chosen = mergeGroups(three, { ...three, options: [y, x, z] }, mine, { order: 'yours' })
    expect(chosen.draft.statuses.map(({ name }) => name)).toEqual(['C', 'A', 'B'])
  })
})

describe('hints about colors', () => {
  it('name exactly the pairs that are easily confused', () => {
    expect(findMistaken('green', 'red')).toContain('deuteranopia')
    expect(findMistaken('red', 'grey')).toContain('protanopia')
    expect(findMistaken('blue', 'purple')).toEqual(['deuteranopia', 'protanopia'])
    expect(findMistaken('yellow', 'blue')).toEqual([])
    expect(findMistaken('green', 'blue')).toEqual([])
    expect(findMistaken('green', 'green')).toEqual([])
  })

  it('report a color that is used twice, a confusing pair, and a color that cannot be drawn', () => {
    const [green = '', red = '', , pink = ''] = colors
    const hints = findColorHints([green, green, red, pink].map((color, index) => ({ key: `k${index}`, color })))
    expect(hints).toEqual([
      { kind: 'same', name: 'Green', keys: ['k0', 'k1'] },
      { kind: 'mistaken', keys: ['k0', 'k2'], names: ['Green', 'Red'], visions: ['deuteranopia'] },
      { kind: 'unknown', name: 'Hot pink', keys: ['k3'] },
    ])
  })

  it('are new only if a change caused them', () => {
    const [green = '', red = ''] = colors
    const blue = 'STATUS_BADGE_COLOR_BLUE'
    const before = [green, red].map((color, index) => ({ key: `k${index}`, color }))
    expect(findNewColorHints(before, before)).toEqual([])
    expect(findNewColorHints([...before, { key: 'k2', color: blue }], before)).toEqual([])
    expect(findNewColorHints([...before, { key: 'k2', color: red }], before)).toEqual([
      { kind: 'same', name: 'Red', keys: ['k1', 'k2'] },
    ])
    expect(findNewColorHints(before, [{ key: 'k0', color: green }])).toMatchObject([
      { kind: 'mistaken', names: ['Green', 'Red'] },
    ])
  })
})
