import { isTest, readSources, type Source } from '../sources'
import { readCatalogs } from './catalog-files'
import { checkCatalogs } from './check-catalog'
import { checkLiteralTexts, listLiteralTexts, readWaiting } from './literal-text'
import { findMissing, findUnused, readUses } from './message-use'
import { findWrongValues } from './message-values'
import { checkPages } from './page-messages'

/** All checks of messages: the name of each, and the problems it found, one line each. */
export interface MessageReport {
  title: string
  problems: string[]
}

export const readShipped = (): Source[] =>
  readSources().filter(
    ({ file }) => /^(?:app|components|lib)\//.test(file) && !file.startsWith('lib/testing/') && !isTest(file),
  )

/** Checks the catalogs of all languages, and how the sources use them. */
export function checkMessages(): MessageReport[] {
  const sources = readShipped()
  const catalogs = readCatalogs()
  const en = catalogs.get('en') ?? new Map<string, string>()
  const uses = readUses(sources)
  return [
    { title: 'Catalogs', problems: checkCatalogs(catalogs) },
    { title: 'Messages that no file reads', problems: findUnused(en, uses) },
    { title: 'Messages that are missing', problems: findMissing(en, uses) },
    { title: 'Values of messages', problems: findWrongValues(en, uses) },
    { title: 'Messages of pages', problems: checkPages(sources) },
    { title: 'Texts outside of the catalog', problems: checkLiteralTexts(listLiteralTexts(sources), readWaiting()) },
  ]
}
