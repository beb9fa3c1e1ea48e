import { expect, it } from 'vitest'
import { isNote, notes } from './notes'

it('a note of an open job is recognized, also in the form of a sentence that an older version stored', () => {
  const before = 'The answer to the start was lost. The console looks at the service whether it has started.'
  expect([notes.startLost, before, notes.gaveUp, null].map((kept) => isNote(kept, 'startLost'))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
