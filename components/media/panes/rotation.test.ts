// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTurns, rememberTurns, turnedMax } from './rotation'

const file = (id: string, auditId = 'a') => ({ id, auditId })

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the rotations of photos', () => {
  it('are kept for each photo, and removed when it is upright again', () => {
    rememberTurns(file('m1'), 1)
    rememberTurns(file('m2'), 3)
    expect([readTurns(file('m1')), readTurns(file('m2')), readTurns(file('m3'))]).toEqual([1, 3, 0])
    // The same id in another inspection is another photo.
    expect(readTurns(file('m1', 'b'))).toBe(0)
    rememberTurns(file('m1'), 4)
    expect(readTurns(file('m1'))).toBe(0)
    expect(localStorage.getItem('sightline.turned-photos')).toBe('[["a/m2",3]]')
  })

  it('are limited in number, and the oldest are removed first', () => {
    for (let at = 0; at < turnedMax + 5; at += 1) rememberTurns(file(`m${at}`), 1)
    expect([readTurns(file('m4')), readTurns(file('m5')), readTurns(file(`m${turnedMax + 4}`))]).toEqual([0, 1, 1])
  })

  it('are ignored when storage is invalid or turned off', () => {
    localStorage.setItem('sightline.turned-photos', '[["a/m1",9],"x",["a/m2",2]]')
    expect([readTurns(file('m1')), readTurns(file('m2'))]).toEqual([0, 2])
    localStorage.setItem('sightline.turned-photos', '{')
    expect(readTurns(file('m1'))).toBe(0)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full')
    })
    expect(() => rememberTurns(file('m1'), 1)).not.toThrow()
  })
})
