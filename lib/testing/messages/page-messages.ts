import { isTest, type Source } from '../sources'
import { type Module, type Reach, readModule, trace } from './module-graph'

const entryName = /^app\/(?:.*\/)?(?:page|layout|template|error|not-found|loading|default|global-error)\.tsx$/
const isShipped = ({ file }: Source) => /^(?:app|components|lib)\//.test(file) && !isTest(file)
const concernsMessages = /\b(?:useTranslations|SectionMessages|pickMessages)\b/
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)

/** The sources that read or send messages, and all that import them directly or indirectly. */
function listConcerned(sources: readonly Source[]): Source[] {
  const importers = new Map<string, string[]>()
  for (const { file, imports } of sources)
    for (const { target, isType } of imports)
      if (!isType) importers.set(target, [...(importers.get(target) ?? []), file])
  const concerned = new Set(sources.filter(({ text }) => concernsMessages.test(text)).map(({ file }) => file))
  for (const file of concerned) for (const importer of importers.get(file) ?? []) concerned.add(importer)
  return sources.filter(({ file }) => concerned.has(file))
}

/** The layouts around an entry, including itself if it is one. The root's own error page replaces all of them. */
const layoutsOf = (entry: string, files: readonly string[]) =>
  entry.endsWith('/global-error.tsx')
    ? []
    : files.filter((file) => file.endsWith('/layout.tsx') && folderOf(entry).startsWith(folderOf(file)))

/**
 * Compares the messages that each page, layout and error page sends with those that its components read in the browser.
 * Components of a layout get the messages that the layout and the layouts around it send. Components of a page also get
 * the messages that the page sends.
 */
export function checkPages(sources: readonly Source[]): string[] {
  const shipped = sources.filter(isShipped)
  const modules = new Map(listConcerned(shipped).map((source): [string, Module] => [source.file, readModule(source)]))
  const entries = shipped.map(({ file }) => file).filter((file) => entryName.test(file))
  const reached = new Map(entries.map((entry): [string, Reach] => [entry, trace(entry, modules)]))
  const problems: string[] = []
  const needed = new Map<string, Set<string>>(entries.map((entry) => [entry, new Set()]))
  for (const [entry, { reads, sends }] of reached) {
    const around = layoutsOf(entry, entries).filter((layout) => layout !== entry)
    for (const [noun, file] of reads) {
      const senders = [entry, ...around].filter((sender) => reached.get(sender)?.sends.has(noun) === true)
      if (noun === '') problems.push(`${file}: useTranslations() names no noun, so no page can send its messages`)
      else if (senders.length === 0) problems.push(`${entry}: does not send the messages of "${noun}" to ${file}`)
      for (const sender of senders) needed.get(sender)?.add(noun)
    }
    for (const noun of sends) {
      const outer = around.find((layout) => reached.get(layout)?.sends.has(noun) === true)
      if (outer !== undefined) problems.push(`${entry}: sends the messages of "${noun}" again, ${outer} sends them`)
    }
  }
  for (const [entry, { sends }] of reached)
    for (const noun of sends)
      if (needed.get(entry)?.has(noun) !== true)
        problems.push(`${entry}: sends the messages of "${noun}", which nothing below it reads`)
  return [...new Set(problems)]
}
