import { createTextWriter } from '@/lib/messages/server-catalogs'
import { beforeAll } from 'vitest'
import { createTranslator } from 'next-intl'
import { loadEarly } from '@/lib/browser/on-demand'
import { setOwnTexts } from '@/lib/browser/own-texts'
import type { Translator } from '@/lib/messages/translator'
import { setServerTexts } from '@/lib/server-text'
import { en } from './english'

/**
 * Every test writes texts of the server, and the browser's own, in English, like the console. Most tests need none, so the catalog is read on
 * first use.
 */
let write: ReturnType<typeof createTextWriter> | null = null

setServerTexts((_, { key, values }) => {
  write ??= createTextWriter('en', en)
  return write(key, values)
})

let translator: Translator<'browser'> | null = null
const readOwn = () => (translator ??= createTranslator({ locale: 'en', messages: en, namespace: 'browser' }))
// Not called with one key of many, so the types of their values cannot be checked here.
setOwnTexts(((...given: Parameters<Translator<'browser'>>) => readOwn()(...given)) as Translator<'browser'>)

// Components are tested in the state after a person's first input, when the code of their popups is loaded.
if (typeof document !== 'undefined') beforeAll(loadEarly)
