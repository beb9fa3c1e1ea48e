import { readFileSync } from 'node:fs'
import type { Messages } from '@/lib/messages/catalog'
import { createTextWriter } from '@/lib/messages/server-catalogs'
import { setServerTexts } from '@/lib/server-text'

/** Every test writes texts of the server as the console does, in English. Most need none, so the catalog is read when one does. */
let write: ReturnType<typeof createTextWriter> | null = null

setServerTexts((_, { key, values }) => {
  write ??= createTextWriter('en', JSON.parse(readFileSync('lib/messages/en.json', 'utf8')) as Messages)
  return write(key, values)
})
