/**
 * Work that can pause: it yields where other work of the process or of the page may go first. The same code runs at
 * once (`finish`) or in slices (`finishInSlices`), with the same result.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** Other requests wait at most this long for one slice, or as long as a step that cannot be divided. */
const sliceMs = 8

/** Does all of the work at once. */
export function finish<Result>(work: Slices<Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Lets waiting work go first: requests on the server, input in the browser. */
const nextTurn = () =>
  new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })

/**
 * Does the work in slices of some milliseconds, with a pause after each.
 * @throws the reason of `signal` when it fires, and errors of the work
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

/** Maps the values of a list, with a possible pause after each `every` of them. */
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
