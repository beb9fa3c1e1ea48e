import { forEachOf } from './testing'
import type { Inspection, PythonSdk } from './testing-python-sdk'

/**
 * The requests of the official exporter (SafetyCulture/safetyculture-sdk-python: tools/exporter/exporter.py, and
 * csvExporter.py, which sends none). This file was written after reading the exporter and contains none of its code.
 * Files are counted instead of written.
 */

/** The files on disk after some runs. */
export interface Disk {
  /** Inspections by id: a second JSON file replaces the first. */
  json: Map<string, Inspection>
  /** Inspections by template: rows are appended to a CSV file, even if it already contains the inspection. */
  csv: Map<string, string[]>
  /** Types of files by inspection and media id. */
  media: Map<string, string>
  pdf: Map<string, number>
  docx: Map<string, number>
  links: Map<string, string>
  /** Media whose responses had no file. */
  missing: Set<string>
}

export const makeDisk = (): Disk => ({
  json: new Map(),
  csv: new Map(),
  media: new Map(),
  pdf: new Map(),
  docx: new Map(),
  links: new Map(),
  missing: new Set(),
})

/** Ids of the files of a document, from the places where the exporter searches. */
function listMedia({ header_items: head, items }: Inspection): Set<string> {
  return new Set(
    [...head, ...items].flatMap(({ media = [], responses, options }) =>
      [...media, responses?.image ?? [], options?.media ?? []].flat().map(({ media_id: id }) => id),
    ),
  )
}

const magic = { pdf: '%PDF-', docx: 'PK' } as const

/** Fetches a document. @throws when it is not a PDF or Word file, because the exporter would write an empty one */
async function saveDocument(sdk: PythonSdk, disk: Disk, id: string, format: 'pdf' | 'docx', preference?: string) {
  const bytes = await sdk.getExport(id, format === 'pdf' ? 'PDF' : 'WORD', preference)
  if (bytes?.toString('latin1', 0, magic[format].length) !== magic[format])
    throw new Error(`the ${format} of ${id} has ${bytes?.length ?? 'no'} bytes`)
  disk[format].set(id, bytes.length)
}

/** All formats of one inspection. */
async function exportAudit(sdk: PythonSdk, disk: Disk, id: string, preferences: ReadonlyMap<string, string>) {
  const document = await sdk.getAudit(id)
  const preference = preferences.get(document.template_id)
  disk.json.set(id, document)
  disk.csv.set(document.template_id, [...(disk.csv.get(document.template_id) ?? []), id])
  await saveDocument(sdk, disk, id, 'pdf', preference)
  await saveDocument(sdk, disk, id, 'docx', preference)
  for (const mediaId of listMedia(document)) {
    const file = await sdk.getMedia(id, mediaId)
    if (file === null) disk.missing.add(mediaId)
    else if (file.type === '' || file.bytes === 0) throw new Error(`${mediaId} of ${id} has no type or no bytes`)
    else disk.media.set(`${id} ${mediaId}`, file.type)
  }
  const link = await sdk.getWebReport(id)
  if (disk.links.has(id) && disk.links.get(id) !== link) throw new Error(`${id} has another link now`)
  disk.links.set(id, link)
}

/** Skips inspections that changed less than ten minutes ago, because their media may still be missing. */
const mediaOffsetMs = 600_000

export interface ExporterRun {
  total: number
  rows: number
  /** The content of last_successful.txt after the run. */
  marker: string
}

/** One run: up to one page of completed inspections after the marker, in every format. */
export async function runExporter(
  sdk: PythonSdk,
  disk: Disk,
  options: { marker?: string; nowMs: number; atOnce?: number; preferences?: ReadonlyMap<string, string> },
): Promise<ExporterRun> {
  const { marker = '2000-01-01T00:00:00.000Z', nowMs, atOnce = 1, preferences = new Map() } = options
  const { total, audits } = await sdk.discoverAudits(marker)
  const due = audits.filter(({ modified_at: at }) => nowMs - Date.parse(at) > mediaOffsetMs)
  await forEachOf(due, atOnce, ({ audit_id: id }) => exportAudit(sdk, disk, id, preferences))
  return { total, rows: due.length, marker: due.at(-1)?.modified_at ?? marker }
}
