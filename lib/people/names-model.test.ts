import { expect, it } from 'vitest'
import { initialsOf } from './names-model'

it.each([
  ['Ana Ruiz', 'AR'],
  ['Ana María de la Ruiz', 'AR'],
  ['ana', 'A'],
  ['  ', '?'],
  ['someone@example.com', 'SC'],
  ['Łukasz Żak', 'ŁŻ'],
  ['李 小龙', '李小'],
  ['(Ann) "Lee"', 'AL'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
