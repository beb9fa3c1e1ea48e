import { expect, it } from 'vitest'
import { readOutgoing } from './env-outgoing'

function read(text: string | undefined) {
  const problems: string[] = []
  const { hosts, ranges } = readOutgoing({ OUTGOING_ALLOW: text }, (name) => problems.push(name))
  return { hosts, ranges: ranges.map(({ address, prefix }) => `${address}/${prefix}`), problems: problems.length }
}

it('OUTGOING_ALLOW accepts host names, addresses and ranges, and refuses anything else', () => {
  expect(read(undefined)).toEqual({ hosts: [], ranges: [], problems: 0 })
  expect(read(' Hooks.Example.internal, 10.20.0.0/16,fd00::1, ')).toEqual({
    hosts: ['hooks.example.internal'],
    ranges: ['10.20.0.0/16', 'fd00::1/128'],
    problems: 0,
  })
  for (const text of ['10.0.0.0/33', '10.0.0', '10.0.0.0/', '*', 'a b', 'https://x.example', '10.0.0.0/8/8', 'x:443'])
    expect([text, read(text).problems]).toEqual([text, 1])
})
