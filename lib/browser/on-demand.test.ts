import { afterEach, expect, it, vi } from 'vitest'
import { onDemand } from './on-demand'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A console that is down until `comeBack`. */
function stubConsole() {
  let isUp = false
  let probes = 0
  vi.stubGlobal('fetch', () => {
    probes += 1
    return isUp ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('Failed to fetch'))
  })
  return { comeBack: () => (isUp = true), isUp: () => isUp, probes: () => probes }
}

it('code that is needed while the console is down is loaded when it is back', async () => {
  vi.useFakeTimers()
  const server = stubConsole()
  const load = (name: string) => () =>
    server.isUp() ? Promise.resolve({ name }) : Promise.reject(new Error('no chunk'))
  const [menu, dialog] = [onDemand(load('menu')), onDemand(load('dialog'))]
  const both = Promise.all([menu.load(), dialog.load()])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(menu.read()).toBeNull()
  expect(server.probes(), 'both wait for one probe').toBe(3)
  server.comeBack()
  await vi.advanceTimersByTimeAsync(2_000)
  await both
  expect([menu.read(), dialog.read()]).toEqual([{ name: 'menu' }, { name: 'dialog' }])
})

it('code that a console does not have fails, and is tried again at the next need', async () => {
  stubConsole().comeBack()
  let isMissing = true
  const code = onDemand(() => (isMissing ? Promise.reject(new Error('no chunk')) : Promise.resolve('code')))
  await expect(code.load()).rejects.toThrow('no chunk')
  isMissing = false
  await code.load()
  expect(code.read()).toBe('code')
})
