/** A run of things of a long list, which is drawn near the screen and keeps its place elsewhere. See windowed.tsx. */
export interface DrawnRun {
  element: Element
  /** Things in it, for how far drawing is. */
  weight: number
  /** Ids of all elements that it draws, also within lists of its own. */
  ids: () => ReadonlySet<string>
  isDrawn: () => boolean
  /** Draws it, or leaves that to where the page is. `height`: of the run as it was drawn last. */
  setNear: (isNear: boolean, height: number) => void
  /** Keeps it drawn wherever the page is, until it is let go. */
  hold: (isHeld: boolean) => void
}

const runs = new Map<Element, DrawnRun>()
let observer: IntersectionObserver | null = null

/** As far as this beyond the screen things are drawn: one scrolls into what is there already. */
const margin = '100% 0px'

function observe(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries)
    runs.get(target)?.setNear(isIntersecting, boundingClientRect.height)
}

/** Follows where the run is. Returns how to stop. */
export function followRun(run: DrawnRun): () => void {
  // `scrollMargin`: within an element that scrolls by itself, too.
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

/** Whether some list on the page is drawn in runs: then heights around a place settle only after going there. */
export const hasRuns = () => runs.size > 0

const waiting = (root: Element) => [...runs.values()].filter((run) => !run.isDrawn() && root.contains(run.element))

let held: DrawnRun[] = []

/**
 * Draws what an element of this id is in, wherever that is, so that the page can go there. What was drawn for another one
 * before is left to where the page is. `draw` runs its argument and draws at once (`flushSync`).
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
 * Draws everything inside `root`, also what comes to light by it, one step of about `stepWeight` things after another, and
 * keeps it drawn until the answer is called. `isOver` ends it early.
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
    // A page that was left draws nothing any more.
    if (batch.every((run) => !run.isDrawn())) break
  }
  return release
}

/** The same at once, for a browser that prints when this returns. */
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
