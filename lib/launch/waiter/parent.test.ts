import { describe, expect, it } from 'vitest'
import { isRunByNpm, watchParent } from './parent.mjs'

function watch() {
  const seen = { parent: process.ppid, now: 0, gone: 0 }
  const watching = watchParent({
    env: {},
    onExit: () => {
      seen.gone += 1
    },
    readParent: () => seen.parent,
    now: () => seen.now,
  })
  return { seen, ...watching }
}

describe('the parent of the launcher', () => {
  it('is watched only when npm runs this script', () => {
    expect(isRunByNpm({ npm_lifecycle_script: 'exec node lib/launch/main.mjs start' })).toBe(true)
    expect(isRunByNpm({ npm_lifecycle_script: 'node deploy.js' })).toBe(false)
    expect(isRunByNpm({})).toBe(false)
  })

  it('stops the console once when the parent has ended', () => {
    const { seen, check } = watch()
    check()
    expect(seen.gone).toBe(0)
    seen.parent = 1
    check()
    expect(seen.gone).toBe(1)
  })

  it('may end in a hang-up without stopping the console', () => {
    const { seen, check, noteHangUp } = watch()
    noteHangUp()
    seen.now = 200
    seen.parent = 1
    check()
    expect(seen.gone).toBe(0)
  })
})
