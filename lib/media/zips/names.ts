import { mediaFileName, plainName } from '@/lib/media/model'
import type { ZipFile, ZipInspection } from './files'

/** Returns each name only once. Names that only differ in case or Unicode form count as equal, as on some disks. */
export class UniqueNames {
  readonly #taken = new Map<string, number>()

  constructor(reserved: readonly string[] = []) {
    for (const name of reserved) this.#taken.set(keyOf(name), 1)
  }

  /** `stem` + `suffix`, with the first free number in between if the name is taken, such as "Horn_1-2.jpg". */
  take(stem: string, suffix: string): string {
    const plain = `${stem}${suffix}`
    let count = this.#taken.get(keyOf(plain)) ?? 0
    let name = plain
    while (count > 0 && this.#taken.has(keyOf(name))) {
      count += 1
      name = `${stem}-${count}${suffix}`
    }
    this.#taken.set(keyOf(plain), Math.max(1, count))
    this.#taken.set(keyOf(name), Math.max(1, this.#taken.get(keyOf(name)) ?? 1))
    return name
  }
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase()
}

/** The name of an inspection's folder, such as "Forklift-pre-start-1182_2026-11-20". */
function folderStem({ title, modifiedAt }: ZipInspection, dayOf: (instant: string) => string): string {
  return `${plainName(title) || 'Inspection'}_${dayOf(modifiedAt)}`
}

/** Such as "Forklift-pre-start-1182_2026-11-20_media.zip", or "media_12-inspections_2026-11-21.zip" (current day). */
export function zipFileName(
  files: readonly ZipFile[],
  asked: { inspections: number; only: 'all' | 'failed'; today: string; dayOf: (instant: string) => string },
): string {
  const what = asked.only === 'failed' ? 'failed-media' : 'media'
  const [first] = files
  return asked.inspections === 1 && first !== undefined
    ? `${folderStem(first.inspection, asked.dayOf)}_${what}.zip`
    : `${what}_${asked.inspections}-inspections_${asked.today}.zip`
}

/**
 * Returns a function that names entries of one zip. It must be called in the order of files. If there are several
 * inspections, each has a folder. Names only contain letters, digits, `-`, `_` and `.`, so that they cannot leave their
 * folder.
 */
export function createEntryNamer(inspections: number, dayOf: (instant: string) => string): (file: ZipFile) => string {
  const folders = new UniqueNames(['manifest.csv', 'incomplete.txt'])
  const known = new Map<string, { prefix: string; names: UniqueNames }>()
  return (file) => {
    const { inspection } = file
    let folder = known.get(inspection.auditId)
    if (folder === undefined) {
      folder =
        inspections > 1
          ? { prefix: `${folders.take(folderStem(inspection, dayOf), '')}/`, names: new UniqueNames() }
          : { prefix: '', names: folders }
      known.set(inspection.auditId, folder)
    }
    const name = mediaFileName([inspection.title, file.section, file.question], file.number, file.ext)
    const dot = name.lastIndexOf('.')
    const [stem, suffix] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    return folder.prefix + folder.names.take(stem, suffix)
  }
}
