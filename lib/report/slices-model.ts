/**
 * Work that can pause: it yields where other work of the process or of the page may go first. The same code runs at
 * once (`finish`) or in slices (`finishInSlices`), with the same result.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** Other requests wait at most this long for one slice, or as long as a step that cannot be divided. */
const sliceMs = 8
/** Shorter, because shared slices follow each other at once. */
const sharedSliceMs = 2

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

/** Does work of many callers in turn. Together they take one slice between two pauses, however many there are. */
export interface SharedSlices {
  /** @throws the reason of `signal` when it fires before the work ends, and errors of the work */
  finish<Result>(work: Slices<Result>, signal: AbortSignal): Promise<Result>
}

/**
 * Small pieces of work never pause by themselves. When many of them become possible at once, other requests would wait
 * for all of them.
 */
export function createSharedSlices({
  pause = nextTurn,
  now = () => performance.now(),
}: { pause?: () => Promise<void>; now?: () => number } = {}): SharedSlices {
  /** Each takes one step of its work, and returns whether the work has ended. */
  const waiting: Array<() => boolean> = []
  let isRunning = false

  const run = async (): Promise<void> => {
    isRunning = true
    for (let step = waiting[0]; step !== undefined; step = waiting[0]) {
      await pause()
      const startedAt = now()
      while (step !== undefined && now() - startedAt < sharedSliceMs) {
        if (step()) waiting.shift()
        step = waiting[0]
      }
    }
    isRunning = false
  }

  return {
    finish: (work, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            signal.throwIfAborted()
            const { done, value } = work.next()
            if (done === true) resolve(value)
            return done === true
          } catch (error) {
            reject(error)
            return true
          }
        })
        if (!isRunning) void run()
      }),
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
