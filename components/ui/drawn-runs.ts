/**
 * A run of items of a long list. It is rendered near the screen; elsewhere, empty space keeps its height. See
 * windowed.tsx.
 */
export interface DrawnRun {
  element: Element
  /** Number of rows in the run, for the progress of rendering. */
  weight: number
  /** Ids of all elements that the run renders, including elements of lists inside it. */
  ids: () => ReadonlySet<string>
  isDrawn: () => boolean
  /** Sets whether the run is near the screen. `height` is its last rendered height. */
  setNear: (isNear: boolean, height: number) => void
  /** Keeps the run rendered at any scroll position, or releases it. */
  hold: (isHeld: boolean) => void
}

const runs = new Map<Element, DrawnRun>()
let observer: IntersectionObserver | null = null

/** Runs this near the screen are rendered, so that scrolling shows content at once. */
const margin = '100% 0px'

function observe(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries)
    runs.get(target)?.setNear(isIntersecting, boundingClientRect.height)
}

/** Tracks whether the run is near the screen. Returns a function that stops it. */
export function followRun(run: DrawnRun): () => void {
  // `scrollMargin` also applies inside a scroll container.
  const options: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: margin, scrollMargin: margin }
  observer ??= new IntersectionObserver(observe, options)
  const watching = observer
  runs.set(run.element, run)
  watching.observe(run.element)
  return () => {
    runs.delete(run.element)
    watching.unobserve(run.element)
  }
}

/**
 * Whether a list on the page is rendered in runs. If so, heights around a target are final only after scrolling to it.
 */
export const hasRuns = () => runs.size > 0

const waiting = (root: Element) => [...runs.values()].filter((run) => !run.isDrawn() && root.contains(run.element))

let held: DrawnRun[] = []

/**
 * Renders everything around the element with this id, so that the page can scroll to it. Runs that were rendered for an
 * earlier target depend on the scroll position again. `draw` runs its argument and renders synchronously (`flushSync`).
 */
export function drawAround(id: string, draw: (work: () => void) => void): void {
  if (document.getElementById(id) !== null) return
  const before = held
  held = []
  for (;;) {
    const run = waiting(document.body).find((each) => each.ids().has(id))
    if (run === undefined) break
    held.push(run)
    draw(() => run.hold(true))
    if (!run.isDrawn() || document.getElementById(id) !== null) break
  }
  for (const run of before) if (!held.includes(run)) run.hold(false)
}

export interface Progress {
  drawn: number
  total: number
}

/**
 * Renders everything inside `root` in steps of about `stepWeight` rows, including runs inside of other runs. Everything
 * stays rendered until the returned function is called. `isOver` stops the rendering early.
 */
export async function drawAll(
  root: Element,
  {
    step,
    isOver = () => false,
  }: { step: (work: () => void, progress: Progress) => Promise<void>; isOver?: () => boolean },
): Promise<() => void> {
  const all: DrawnRun[] = [...runs.values()].filter((run) => root.contains(run.element))
  const release = () => {
    for (const run of all) run.hold(false)
  }
  let drawn = sum(all.filter((run) => run.isDrawn()))
  for (const run of all) if (run.isDrawn()) run.hold(true)
  for (let next = waiting(root); next.length > 0 && !isOver(); next = waiting(root)) {
    const batch = takeWeight(next)
    all.push(...batch)
    const total = drawn + sum(next)
    drawn += sum(batch)
    await step(
      () => {
        for (const run of batch) run.hold(true)
      },
      { drawn, total },
    )
    // Nothing more can be rendered after the person has left the page.
    if (batch.every((run) => !run.isDrawn())) break
  }
  return release
}

/** Does the same as `drawAll` synchronously, for browsers that print as soon as this returns. */
export function drawAllNow(root: Element, draw: (work: () => void) => void): () => void {
  const all: DrawnRun[] = []
  for (let next = waiting(root); next.length > 0; next = waiting(root)) {
    all.push(...next)
    draw(() => {
      for (const run of next) run.hold(true)
    })
    if (next.every((run) => !run.isDrawn())) break
  }
  return () => {
    for (const run of all) run.hold(false)
  }
}

const stepWeight = 400

function sum(list: readonly DrawnRun[]): number {
  return list.reduce((total, { weight }) => total + weight, 0)
}

function takeWeight(list: readonly DrawnRun[]): DrawnRun[] {
  const taken: DrawnRun[] = []
  let weight = 0
  for (const run of list) {
    if (weight >= stepWeight) break
    taken.push(run)
    weight += run.weight
  }
  return taken
}
