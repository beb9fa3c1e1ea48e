// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { claimMemory, forgetTrail, memoryKey } from './memory'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const fill = () => {
  localStorage.setItem(memoryKey('recent-pages'), 'Forklift 1182')
  localStorage.setItem(memoryKey('last-visit'), '1')
  localStorage.setItem('sightline.columns', 'mine')
  sessionStorage.setItem(memoryKey('list-address'), '?q=burns')
  sessionStorage.setItem('of another application', 'x')
}
const stored = () =>
  Object.fromEntries(
    [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage) as Array<[string, string]>),
  )

it('removes what another person left behind, and keeps it for the same person', () => {
  claimMemory('ann')
  fill()
  const before = stored()
  claimMemory('ann')
  expect(stored()).toEqual(before)
  claimMemory('bob')
  expect(stored()).toEqual({
    'sightline.owner': 'bob',
    'sightline.columns': 'mine',
    'of another application': 'x',
  })
})

it('removes what was left before owners were known', () => {
  fill()
  claimMemory('ann')
  expect(stored()[memoryKey('recent-pages')]).toBeUndefined()
})

it('forgets at sign-out what the person looked at, but not when', () => {
  claimMemory('ann')
  fill()
  forgetTrail()
  expect(Object.keys(stored()).toSorted()).toEqual([
    'of another application',
    'sightline.columns',
    'sightline.last-visit',
    'sightline.owner',
  ])
})
