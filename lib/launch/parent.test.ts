import { describe, expect, it } from 'vitest'
import { isRunByNpm, watchParent } from './parent'

function watch() {
  const seen = { parent: process.ppid, now: 0, gone: 0 }
  const watching = watchParent({
    env: {},
    onGone: () => {
      seen.gone += 1
    },
    readParent: () => seen.parent,
    now: () => seen.now,
  })
  return { seen, ...watching }
}

describe('the parent of the launcher', () => {
  it('is watched when npm runs this very script, and not when somebody else started it', () => {
    expect(isRunByNpm({ npm_lifecycle_script: 'exec node --import tsx lib/launch/main.ts start' })).toBe(true)
    expect(isRunByNpm({ npm_lifecycle_script: 'node deploy.js' })).toBe(false)
    expect(isRunByNpm({})).toBe(false)
  })

  it('ends the console once when it is gone', () => {
    const { seen, look } = watch()
    look()
    expect(seen.gone).toBe(0)
    seen.parent = 1
    look()
    expect(seen.gone).toBe(1)
  })

  it('may go with a hang-up that does not end the console', () => {
    const { seen, look, noteHangUp } = watch()
    noteHangUp()
    seen.now = 200
    seen.parent = 1
    look()
    expect(seen.gone).toBe(0)
  })
})
