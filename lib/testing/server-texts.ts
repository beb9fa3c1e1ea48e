import { createTextWriter } from '@/lib/messages/server-catalogs'
import { beforeAll } from 'vitest'
import { loadEarly } from '@/lib/browser/on-demand'
import { setServerTexts } from '@/lib/server-text'
import { en } from './english'

/**
 * Every test writes texts of the server in English, like the console. Most tests need none, so the catalog is read on
 * first use.
 */
let write: ReturnType<typeof createTextWriter> | null = null

setServerTexts((_, { key, values }) => {
  write ??= createTextWriter('en', en)
  return write(key, values)
})

// Components are tested in the state after a person's first input, when the code of their popups is loaded.
if (typeof document !== 'undefined') beforeAll(loadEarly)
