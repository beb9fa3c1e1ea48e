import { expect, it } from 'vitest'
import { fileValue } from './sheet'

it('writes the template of a question to files, as the screen shows it', () => {
  expect(fileValue({ text: 'Door closes', value: 'Door closes', detail: 'Fire round' })).toBe(
    'Door closes (Fire round)',
  )
  expect(fileValue({ text: '3', value: 3 })).toBe(3)
  expect(fileValue({ text: '–', value: null })).toBeNull()
})
