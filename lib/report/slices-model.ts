/**
 * Work that can pause: it yields wherever something else of the process, or of the page, may go first. Written once, it runs
 * at once (`finish`) or in slices (`finishInSlices`), with the same result.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** Other requests wait at most this long for one slice, and for what cannot be divided within it. */
const sliceMs = 8

/** Does all of the work at once. */
export function finish<Result>(work: Slices<Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Lets everything go first that waits: requests on the server, input in the browser. */
const nextTurn = () =>
  new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })

/**
 * Does the work in slices of some milliseconds, with a pause after each.
 * @throws the reason of `signal` when it fires, and what the work throws
 */
export async function finishInSlices<Result>(
  work: Slices<Result>,
  {
    signal,
    pause = nextTurn,
    now = () => performance.now(),
  }: {
    signal?: AbortSignal | undefined
    pause?: () => Promise<void>
    now?: () => number
  } = {},
): Promise<Result> {
  let startedAt = now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    if (now() - startedAt < sliceMs) continue
    await pause()
    signal?.throwIfAborted()
    startedAt = now()
  }
}

/** The values of a list, with a pause possible after each `every` of them. */
export function* sliced<Value, Result>(
  values: Iterable<Value>,
  map: (value: Value, at: number) => Result,
  every = 32,
): Slices<Result[]> {
  const results: Result[] = []
  for (const value of values) {
    results.push(map(value, results.length))
    if (results.length % every === 0) yield
  }
  return results
}
