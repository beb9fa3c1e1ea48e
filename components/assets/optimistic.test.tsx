// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { click, until } from '@/components/inspections/testing-list'
import type { StepState } from '@/lib/asset-changes/schema'
import { runs, seed } from '@/lib/testing/random-runs'
import { AssetListPage, codes, menuItem, statusButton, statusWords } from './testing-assets'
import { type Script, groups, statusOf } from './testing-asset-world'

const atOnce = 18
/** Long, for machines that are busy: the waits inside the test end it when it hangs. */
const testMs = 1_200_000

/** A random generator that returns the same numbers for the same seed (mulberry32). */
function makeRandom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const starts: ReadonlyArray<Script['start']> = ['refused', 'failed', 'lost-before', 'lost-after', 'cut', 'answered']
const endings: ReadonlyArray<readonly StepState[]> = [
  ['failed'],
  ['running', 'failed'],
  ['waiting', 'running', 'failed'],
  ['unknown', 'failed'],
  ['running', 'unknown', 'failed'],
  ['cancelled'],
]

/** Every way to fail: at the start, or at the step of a change that has started. */
const kinds = starts.flatMap((start) =>
  ['refused', 'failed', 'lost-before'].includes(start)
    ? [{ start, steps: [] }]
    : endings.map((steps) => ({ start, steps })),
)
/** The fast tier tries a sixth of the ways to fail, and different ones each day. */
const failuresWanted = runs(200, Math.ceil(kinds.length / 6))

let page: AssetListPage
beforeEach(() => {
  page = new AssetListPage(24)
})
afterEach(() => page.close())

it(
  `the screen matches the server after each of ${failuresWanted} failed changes (SEED=${seed})`,
  { tags: ['R20'], timeout: testMs },
  async () => {
    const random = makeRandom(seed)
    const pick = <Value,>(values: readonly Value[]): Value => {
      const value = values[Math.floor(random() * values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    }
    const { world } = page
    // Assets whose type has no group have no statuses to choose from.
    const settable = world.assets.filter(({ typeId }) => groups.some(({ typeIds }) => typeIds.includes(typeId ?? '')))
    await page.show()
    await until(() => expect(codes()[0]).toBe('A-000000'))
    let begun = 0

    for (let failures = 0; failures < failuresWanted; failures += atOnce) {
      const batch = settable.toSorted(() => random() - 0.5).slice(0, Math.min(atOnce, failuresWanted - failures))
      for (const { assetId, code } of batch) {
        const now = world.find(assetId)
        const options = groups.find(({ typeIds }) => typeIds.includes(now.typeId ?? ''))?.options ?? []
        const targets = [null, ...options.map(({ optionId }) => optionId)].filter(
          (optionId) => optionId !== (now.status?.optionId ?? null),
        )
        const target = pick(targets)
        const name = statusOf(target)?.name ?? 'No status'
        const { start, steps } = kinds[(seed * failuresWanted + begun) % kinds.length] ?? {
          start: 'refused',
          steps: [],
        }
        begun += 1
        world.scripts.set(assetId, {
          start,
          steps,
          lostPolls: pick([0, 0, 0, 1]),
          note: `The service refused ${code} for a reason of its own.`,
        })
        await until(() => expect(statusButton(code)?.getAttribute('aria-busy')).toBeNull())
        await click(statusButton(code))
        await until(() => expect(menuItem(name)).toBeDefined())
        // Another person may have set another status, which the screen does not know yet when the change fails.
        if (random() < 0.3) world.setTruth(assetId, statusOf(pick(targets)))
        await click(menuItem(name))
        await until(() => expect(menuItem(name)).toBeUndefined())
      }
      await until(() => {
        for (const { assetId, code } of batch) {
          expect(statusButton(code)?.getAttribute('aria-busy'), `${code} is settled (SEED=${seed})`).toBeNull()
          expect(statusWords(code), `${code} (SEED=${seed})`).toBe(world.find(assetId).status?.name ?? 'No status')
        }
      })
      // No failed change may be announced as done, with "Undo" beside it.
      const told = document.querySelector('[data-toasts]')?.textContent ?? ''
      expect(told).toContain('was not set')
      expect(told, `SEED=${seed}`).not.toContain('Undo')
      await act(async () =>
        document.querySelectorAll<HTMLElement>('[data-toasts] [aria-label=Dismiss]').forEach((each) => each.click()),
      )
    }
    expect(begun).toBe(failuresWanted)
  },
)
