import { describe, expect, it } from 'vitest'
import { createDatabase } from '@/lib/db/database'
import { silentLog } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import { runs, seed } from '@/lib/testing/random-runs'
import type { StatusGroup, StatusGroupEdit } from './schema'
import { startGroupWorld, type GroupWorld } from './testing'

const red = 'STATUS_BADGE_COLOR_RED'
const green = 'STATUS_BADGE_COLOR_GREEN'

/** Number of runs of each kind of write whose response is lost. */
const lostRuns = runs(250, 6)
const races = runs(200, 20)

function createRandom() {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Edit = Pick<StatusGroupEdit, 'name' | 'description' | 'options' | 'removed'>

/** A typical edit of a person, with a unique word in it. */
function makeEdit({ options }: StatusGroup, word: string, pick: (below: number) => number): Edit {
  const first = options[pick(options.length)]
  if (first === undefined) return { name: word }
  switch (pick(5)) {
    case 0:
      return { name: word }
    case 1:
      return { description: word }
    case 2:
      return { options: options.map((option) => (option === first ? { ...option, name: word } : option)) }
    case 3:
      return options.length < 10
        ? { options: [{ optionId: null, name: word, color: red }, ...options] }
        : { name: word }
    default:
      return options.length > 2
        ? {
            options: [
              ...options.filter((option) => option !== first).map((option) => Object.assign({}, option)),
              { optionId: null, name: word, color: green },
            ],
            removed: { kind: 'clear' },
          }
        : { name: word }
  }
}

describe('R19: two people who edit the same group', { tags: ['R19'] }, () => {
  it(`never overwrite a change that they have not seen, in ${races} races (seed ${seed})`, async () => {
    const pick = createRandom()
    await using world = await startGroupWorld()
    // Another console on the same database, because the lock must work across processes.
    const other = createDatabase({ kind: 'server', connection: world.db.connection, log: silentLog })
    const { group } = await world.addGroup(0, 'Raced')
    let silent = 0
    let won = 0
    let lost = 0
    try {
      for (let race = 0; race < races; race += 1) {
        const base = await world.open(group.groupId)
        const edits = [makeEdit(base, `one ${race}`, pick), makeEdit(base, `two ${race}`, pick)]
        const ends = await Promise.allSettled(
          edits.map((edit, at) =>
            world.save(group.groupId, { base, ...edit }, at === pick(2) ? { db: world.db } : { db: other }),
          ),
        )
        const truth = JSON.stringify(world.truth(group.groupId))
        for (const [at, end] of ends.entries()) {
          const word = at === 0 ? `one ${race}` : `two ${race}`
          if (end.status === 'fulfilled') {
            won += 1
            if (!truth.includes(`"${word}"`)) silent += 1
            continue
          }
          lost += 1
          // The slower person gets the group in its current state, and no part of their edit was sent.
          expect(end.reason).toMatchObject({ code: 'conflict', details: { current: { groupId: group.groupId } } })
          const { current } = (end.reason as AppError).details
          expect(current).toEqual(await world.open(group.groupId))
          expect(truth).not.toContain(`"${word}"`)
        }
      }
    } finally {
      await other.close()
    }
    expect({ silent, won, lost }).toEqual({ silent: 0, won: races, lost: races })
    expect(world.standin.control.counts()['updateStatusGroup']).toBe(races)
  }, 120_000)
})

describe('R9: writes whose response is lost', { tags: ['R9'] }, () => {
  it(`are never sent twice and all have a known outcome in the end, in ${lostRuns} runs (seed ${seed})`, async () => {
    const pick = createRandom()
    await using world = await startGroupWorld()
    const { control } = world.standin
    const kinds = [
      { kind: 'reset', when: 'after' },
      { kind: 'reset', when: 'before' },
      { kind: 'status', status: 500, when: 'after' },
      { kind: 'status', status: 504, when: 'after' },
      { kind: 'truncate' },
      { kind: 'garble' },
    ] as const
    const tally = { done: 0, failed: 0 }

    /**
     * Runs a write with an injected fault. Its outcome must be done if the stand-in has the change, otherwise failed.
     */
    const run = async <Written extends { outcome: string }>(
      operation: string,
      write: () => Promise<Written>,
      wasDone: (written: Written | null) => boolean,
    ): Promise<Written | null> => {
      control.resetCounts()
      const fault = control.setFault({ operation, when: { next: 1 }, action: kinds[pick(kinds.length)] ?? kinds[0] })
      const written = await write().catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppError)
        return null
      })
      control.clearFaults(fault)
      expect(control.counts()[operation]).toBe(1)
      if (written !== null) expect(written.outcome).toBe('done')
      expect(wasDone(written)).toBe(written !== null)
      tally[written === null ? 'failed' : 'done'] += 1
      return written
    }
    const named = (name: string) => control.assetState().groups.filter((group) => group.name === name)

    for (let at = 0; at < lostRuns; at += 1) {
      const name = `Lost ${at}`
      const options = [
        { name: 'A', color: red },
        { name: 'B', color: green },
      ]
      const made = await run(
        'createStatusGroup',
        () => world.create({ name, options }),
        () => named(name).length === 1,
      )
      expect(named(name).length).toBeLessThanOrEqual(1)
      const { group } = made ?? (await world.create({ name, options }))
      if (group === null) throw new Error('it was made')

      const edit = { ...makeEdit(group, `Edit ${at}`, pick) }
      const saved = await run(
        'updateStatusGroup',
        () => world.save(group.groupId, { base: group, ...edit }),
        () => JSON.stringify(world.truth(group.groupId)).includes(`"Edit ${at}"`),
      )
      const base = saved?.group ?? (await world.open(group.groupId))

      const removed = await run(
        'deleteStatusGroup',
        () => world.remove(base),
        () => world.truth(group.groupId) === undefined,
      )
      const deletion = removed ?? (await world.remove(base))

      const again = await run(
        'createStatusGroup',
        () => world.recreate(deletion.activityId),
        () => named(base.name).length === 1,
      )
      const back = again ?? (await world.recreate(deletion.activityId))
      expect(named(base.name).map(({ id }) => id)).toEqual([back.group?.groupId])
      if (back.group !== null) await world.remove(back.group)
    }
    expect(tally.done).toBeGreaterThan(0)
    expect(tally.failed).toBeGreaterThan(0)
    const { rows } = await world.db.query<{ outcome: string; n: number }>(
      `select outcome, count(*) as n from activity where outcome in ('pending', 'unknown') group by outcome`,
    )
    expect(rows).toEqual([])
  }, 300_000)

  it('are rechecked for assignments of types when a group is recreated', { tags: ['full'] }, async () => {
    await using world = await startGroupWorld()
    const { control } = world.standin
    for (const when of ['after', 'before'] as const) {
      const { group, typeId } = await world.addGroup(0, `Typed ${when}`)
      const { activityId } = await world.remove(group)
      control.resetCounts()
      control.setFault({ operation: 'addStatusGroupTypes', when: { next: 1 }, action: { kind: 'reset', when } })
      const again = await world.recreate(activityId)
      expect(control.counts()['addStatusGroupTypes']).toBe(1)
      expect(again.group?.typeIds).toEqual(when === 'after' ? [typeId] : [])
      expect(await readAssignment(world, typeId)).toEqual({ outcome: when === 'after' ? 'done' : 'failed' })
      const { outcomeNote } = await world.entry(again.activityId)
      if (when === 'before') expect(outcomeNote).toMatch(/types of the group could not be reassigned/)
      else expect(outcomeNote).toBeNull()
    }
  })
})

async function readAssignment(world: GroupWorld, typeId: string) {
  const { rows } = await world.db.query(
    `select outcome from activity where object_kind = 'asset-type' and object_id = $1`,
    [typeId],
  )
  return rows[0]
}
