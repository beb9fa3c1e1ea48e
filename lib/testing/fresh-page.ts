import { runInNewContext } from 'node:vm'
import { focusManager, onlineManager } from '@tanstack/react-query'
import { builtinEnvironments } from 'vitest/runtime'
import { processWide } from '@/lib/process-wide'

/**
 * Vitest runs this before each test file that shares its process and has a page (see test-kinds.ts). Vitest creates one
 * window per process, so this creates a separate window for every later file. No listener, storage, address or changed
 * prototype of an earlier file reaches a later one. Code that an earlier file left running uses a window that no test
 * reads.
 */

/** Properties of the window that are also globals; null before the first file. */
const page = processWide('testing.page', () => ({ names: null as string[] | null }))

const readGlobal = (name: string): unknown => Reflect.get(globalThis, name)

function findWindow(): object {
  const dom = readGlobal('jsdom')
  if (typeof dom !== 'object' || dom === null || !('window' in dom)) throw new Error('there is no window')
  return dom.window as object
}

/** The globals that refer to the window, without those that Node or the language also has. */
function listNames(window: object): string[] {
  const language = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[])
  const leadsTo = (name: string) => {
    const [here, there]: unknown[] = [readGlobal(name), Reflect.get(window, name)]
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.get === undefined) return false
    return (
      here === there || (typeof here === 'function' && typeof there === 'function' && here.name.startsWith('bound '))
    )
  }
  return Object.getOwnPropertyNames(window).filter((name) => !language.has(name) && leadsTo(name))
}

/**
 * Node's own classes. Vitest replaces them with its own or those of a window, and must start from Node's for the next
 * window.
 */
async function findNatives(): Promise<Record<string, unknown>> {
  const answer = new Response('a=1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const [form, blob] = [await answer.clone().formData(), await answer.blob()]
  return { FormData: form.constructor, Blob: blob.constructor, Request: Object.getPrototypeOf(Request) }
}

/** Closes the window of the process and opens an empty one, which all globals then refer to. */
export async function replaceWindow(): Promise<void> {
  const natives = await findNatives()
  const old = findWindow()
  Reflect.apply(Reflect.get(old, 'close') as () => void, old, [])
  for (const name of page.names ?? []) Reflect.deleteProperty(globalThis, name)
  for (const [name, value] of Object.entries(natives))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  await builtinEnvironments.jsdom.setup(globalThis, { jsdom: {} })
  // These managers still have the state from the old window.
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
}

if (page.names === null) page.names = listNames(findWindow())
else await replaceWindow()
