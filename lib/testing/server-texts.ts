import { createTextWriter } from '@/lib/messages/server-catalogs'
import { beforeAll } from 'vitest'
import { createTranslator } from 'next-intl'
import { loadEarly } from '@/lib/browser/on-demand'
import { setOwnTexts } from '@/lib/browser/own-texts'
import type { Translator } from '@/lib/messages/translator'
import { setServerTexts } from '@/lib/server-text'
import { en } from './english'

/**
 * In tests, texts of the server and of the browser itself are English. Most tests need none, so the catalog is read on
 * first use.
 */
let write: ReturnType<typeof createTextWriter> | null = null

setServerTexts((_, { key, values }) => {
  write ??= createTextWriter('en', en)
  return write(key, values)
})

let translator: Translator<'browser'> | null = null
const readOwn = () => (translator ??= createTranslator({ locale: 'en', messages: en, namespace: 'browser' }))
// Cast: the arguments of a translator depend on the key, which differs from call to call.
setOwnTexts(((...given: Parameters<Translator<'browser'>>) => readOwn()(...given)) as Translator<'browser'>)

// Components are tested in the state after a person's first input, when the code of their popups is loaded.
if (typeof document !== 'undefined') beforeAll(loadEarly)
