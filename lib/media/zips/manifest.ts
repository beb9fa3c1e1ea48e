import { createTimeWriter, writeText } from '@/lib/csv/csv'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText } from '@/lib/server-text'
import type { ZipFile } from './files'

/** The result for one file of a zip. */
export interface ZipOutcome {
  status: 'included' | 'incomplete' | 'missing'
  reason: string | null
  /** Size of the content in the zip. */
  bytes: number
  /** Hexadecimal; null for incomplete files. */
  sha256: string | null
}

const heads = [
  'Inspection ID',
  'Inspection',
  'Template',
  'Site',
  'Section',
  'Question',
  'Number',
  'Media id',
  'File name',
  'Taken at',
  'Kind',
  'Bytes',
  'SHA-256',
  'Status',
  'Reason',
] as const

const lineEnd = '\r\n'
export const manifestHead = `\uFEFF${heads.join(',')}${lineEnd}`

/** Writes lines of `manifest.csv`, one for each requested file, even if it is missing. Times are in `zone`. */
export function createManifestWriter(
  zone: string,
  language: PageLanguage = 'en',
): (file: ZipFile, name: string, outcome: ZipOutcome) => string {
  const time = createTimeWriter(zone)
  return (file, name, { status, reason, bytes, sha256 }) => {
    const { inspection } = file
    return [
      writeText(inspection.auditId),
      writeText(inspection.title),
      writeText(inspection.template),
      writeText(inspection.site),
      writeText(file.section),
      writeText(file.question),
      String(file.number),
      writeText(file.mediaId),
      status === 'missing' ? '' : writeText(name),
      time(file.takenAt),
      writeText(file.kind),
      status === 'missing' ? '' : String(bytes),
      sha256 ?? '',
      status,
      writeText(reason === null ? null : renderText(reason, language)),
    ]
      .join(',')
      .concat(lineEnd)
  }
}
