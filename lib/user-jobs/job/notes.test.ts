import { expect, it } from 'vitest'
import { isNote, notes } from './notes'

it('a note of an open job is recognized, also one that an older version kept as a sentence', () => {
  const before = 'The answer to the start was lost. The console looks at the service whether it has started.'
  expect([notes.startLost, before, notes.gaveUp, null].map((kept) => isNote(kept, 'startLost'))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
