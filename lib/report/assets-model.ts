import type { NamedAsset } from './names-schema'
import type { Report } from './schema'

/** The most assets of one inspection that the index stores. */
const assetsMax = 200
const charsMax = 500

/** The database can store neither NUL nor half of a surrogate pair. */
const clean = (text: string) => text.replaceAll('\u0000', '').slice(0, charsMax).toWellFormed()

/**
 * The assets in answers, each once, in reading order, as table `inspection_assets` stores them: with `ref` and `label`
 * of at most 500 characters. Hidden questions do not count.
 */
export function listNamedAssets(report: Report): NamedAsset[] {
  const found = new Map<string, string>()
  for (const { hidden, answer } of report.items) {
    if (hidden !== null || answer.kind !== 'assets') continue
    for (const { id, label } of answer.assets) {
      const ref = clean(id ?? label)
      if (ref.trim() !== '' && !found.has(ref) && found.size < assetsMax) found.set(ref, clean(label))
    }
  }
  return Array.from(found, ([ref, label]) => ({ ref, label }))
}
