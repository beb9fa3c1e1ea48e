// @vitest-environment jsdom
import { act } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawAll, drawAllNow, drawAround } from './drawn-runs'
import { cutRuns, Windowed } from './windowed'

let root: Root
let observed: Set<Element>
let notify: (entries: IntersectionObserverEntry[]) => void

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  observed = new Set()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof notify) {
        notify = callback
      }
      observe(element: Element) {
        observed.add(element)
      }
      unobserve(element: Element) {
        observed.delete(element)
      }
    },
  )
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const numbers = Array.from({ length: 20_000 }, (_, at) => at)
/** Each of 200 groups has 100 rows. */
const groups = Array.from({ length: 200 }, (_, at) => numbers.slice(at * 100, at * 100 + 100))
const idOf = (row: number) => [`row-${row}`]
const idsOf = (group: readonly number[]) => group.map((row) => `row-${row}`)
const weigh = (group: readonly number[]) => group.length

async function open(list = groups): Promise<void> {
  await act(async () =>
    root.render(
      <Windowed items={list} weigh={weigh} idsOf={idsOf} rowHeight={10}>
        {(near) =>
          near.map((group) => (
            <section key={group[0]}>
              <Windowed items={group} idsOf={idOf} rowHeight={10}>
                {(rows) =>
                  rows.map((row) => (
                    <p key={row} id={`row-${row}`}>
                      {row}
                    </p>
                  ))
                }
              </Windowed>
            </section>
          ))
        }
      </Windowed>,
    ),
  )
}

const rows = () => [...document.querySelectorAll('p')].map((row) => Number(row.textContent))
const go = (id: string) => act(async () => drawAround(id, flushSync))
/** Reports that an element has entered or left the screen. */
const at = (target: Element | undefined, isIntersecting: boolean, height = 0) =>
  act(async () =>
    notify([{ target, isIntersecting, boundingClientRect: { height } } as unknown as IntersectionObserverEntry]),
  )
/** Enough groups for many rendering steps. */
const some = groups.slice(0, 40)

it(
  'renders the first of 20,000 rows, reserves space for the others, and removes rows that have left the screen',
  { tags: ['R36'] },
  async () => {
    await open()
    expect(rows()).toEqual(numbers.slice(0, 24))
    const places = [...observed].filter((element) => element.childElementCount === 0)
    expect(places.map((place) => (place as HTMLElement).style.height)).toContain('1000px')
    const last = [...observed].at(-1)
    await at(last, true)
    expect(rows()).toContain(19_900)
    await at(last, false, 777)
    expect(rows()).toEqual(numbers.slice(0, 24))
    expect((last as HTMLElement).style.height).toBe('777px')
  },
)

it('renders the element with an id inside nested lists, and releases the previous target', async () => {
  await open()
  await go('row-7777')
  expect(document.getElementById('row-7777')).not.toBeNull()
  expect(rows().length).toBeLessThan(100)
  await go('row-15050')
  expect(document.getElementById('row-15050')).not.toBeNull()
  expect(document.getElementById('row-7777')).toBeNull()
  await go('row-nowhere')
  expect(rows().length).toBeLessThan(100)
})

it(
  'renders everything for print in many steps, reports progress, and releases everything afterwards',
  { tags: ['full'] },
  async () => {
    await open(some)
    const shares: number[] = []
    const release = await act(() =>
      drawAll(document.body, {
        step: async (work, { drawn, total }) => {
          flushSync(work)
          shares.push(drawn / total)
        },
      }),
    )
    expect(rows()).toEqual(numbers.slice(0, 4_000))
    expect(shares.length).toBeGreaterThanOrEqual(10)
    expect(shares.at(-1)).toBe(1)
    await act(async () => release())
    expect(rows().length).toBeLessThan(100)
  },
)

it(
  'stops rendering when it is canceled, and renders everything at once for the browser’s own print command',
  { tags: ['full'] },
  async () => {
    await open(some)
    let steps = 0
    const isOver = () => steps >= 3
    const release = await act(() =>
      drawAll(document.body, {
        isOver,
        step: async (work) => {
          steps += 1
          flushSync(work)
        },
      }),
    )
    expect(steps).toBe(3)
    await act(async () => release())
    const close = await act(async () => drawAllNow(document.body, flushSync))
    expect(rows()).toHaveLength(4_000)
    await act(async () => close())
    expect(rows().length).toBeLessThan(100)
  },
)

it('renders short lists as a whole, and divides long lists without losing or moving an item', async () => {
  await open(groups.slice(0, 2))
  expect(rows()).toEqual(numbers.slice(0, 200))
  const runs = cutRuns(numbers) ?? []
  expect(runs.flatMap((run) => run.items)).toEqual(numbers)
  expect(Math.max(...runs.map((run) => run.items.length))).toBe(24)
  expect(cutRuns(numbers.slice(0, 299))).toBeNull()
})
