import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Kbd } from './kbd'

const read = (keys: string) =>
  [...renderToStaticMarkup(<Kbd keys={keys} />).matchAll(/>([^<>]+)</g)].map(([, text]) => text)

it.each([
  ['mod+k', ['Ctrl', 'K']],
  ['g o', ['G', 'O']],
  ['shift+arrowdown', ['⇧', '↓']],
  ['?', ['?']],
  ['+', ['+']],
  ['mod++', ['Ctrl', '+']],
])('shows %j as %j', (keys, shown) => {
  expect(read(keys)).toEqual(shown)
})
