/** Shifts the clock of this process by `ms`, for all code that reads the time from here on. Timers are not affected. */
export function skewDate(ms: number): void {
  const Real = globalThis.Date
  class Skewed extends Real {
    constructor(...given: unknown[]) {
      // The overloads of Date's constructor cannot be passed on as one.
      super(...((given.length === 0 ? [Real.now() + ms] : given) as [number]))
    }
    static override now(): number {
      return Real.now() + ms
    }
  }
  globalThis.Date = Skewed as DateConstructor
}
