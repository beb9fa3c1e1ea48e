import { createTextWriter } from '@/lib/messages/server-catalogs'
import { setServerTexts } from '@/lib/server-text'
import { en } from './english'

/** Every test writes texts of the server as the console does, in English. Most need none, so the catalog is read when one does. */
let write: ReturnType<typeof createTextWriter> | null = null

setServerTexts((_, { key, values }) => {
  write ??= createTextWriter('en', en)
  return write(key, values)
})
