import { expect, it } from 'vitest'
import { orderConsole } from './console-process'

const order = (env: Record<string, string>) =>
  orderConsole({ command: 'start', root: '/', env, settings: { heapMb: 512, logLevel: 'info' }, secrets: [] })

it('starts the console with an allocator that returns memory, unless its environment has other settings', () => {
  expect(order({}).env).toMatchObject({
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  })
  expect(order({ MALLOC_ARENA_MAX: '8' }).env).toMatchObject({ MALLOC_ARENA_MAX: '8' })
})

it('limits the objects of the console, unless NODE_OPTIONS has the limit', () => {
  expect(order({}).args.slice(0, 2)).toEqual(['--max-old-space-size=512', '--max-semi-space-size=8'])
  const old = order({ NODE_OPTIONS: '--max-old-space-size=900' })
  expect(old.args.filter((one) => one.startsWith('--max'))).toEqual(['--max-semi-space-size=8'])
  const young = order({ NODE_OPTIONS: '--max-semi-space-size=32' })
  expect(young.args.filter((one) => one.startsWith('--max'))).toEqual(['--max-old-space-size=512'])
})
