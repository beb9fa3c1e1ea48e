import { createTextWriter } from '@/lib/messages/server-catalogs'
import { beforeAll } from 'vitest'
import { loadEarly } from '@/lib/browser/on-demand'
import { setServerTexts } from '@/lib/server-text'
import { en } from './english'

/** Every test writes texts of the server as the console does, in English. Most need none, so the catalog is read when one does. */
let write: ReturnType<typeof createTextWriter> | null = null

setServerTexts((_, { key, values }) => {
  write ??= createTextWriter('en', en)
  return write(key, values)
})

// Components are tested as they are after the first input, when the code of their popups is loaded.
if (typeof document !== 'undefined') beforeAll(loadEarly)
