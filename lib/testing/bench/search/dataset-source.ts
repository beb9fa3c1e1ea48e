import { buildReport, summarizeInspection } from '@/lib/report/model'
import type { Report } from '@/lib/report/schema'
import { listSearchTexts } from '@/lib/report/search-terms'
import type { InspectionSummary } from '@/lib/report/types'
import { startStandin, type Standin } from '@/lib/standin/server'

/** What the console reads from one document of the stand-in. */
export interface Sample {
  summary: InspectionSummary
  /** Texts of answers and notes, beside those of the summary. */
  texts: readonly string[]
}

interface SearchAnswer {
  audits: Array<{ audit_id: string; modified_at: string }>
}

async function readJson(standin: Standin, path: string): Promise<string> {
  const answer = await fetch(standin.baseUrl + path, { headers: { authorization: `Bearer ${standin.token}` } })
  if (!answer.ok) throw new Error(`the stand-in answered ${answer.status} to ${path}`)
  return await answer.text()
}

async function listIds(standin: Standin, count: number): Promise<string[]> {
  const ids = new Set<string>()
  let after = ''
  while (ids.size < count) {
    const query = `field=audit_id&field=modified_at&order=asc&limit=1000&archived=both${after}`
    const { audits } = JSON.parse(await readJson(standin, `/audits/search?${query}`)) as SearchAnswer
    const before = ids.size
    for (const { audit_id: id } of audits) ids.add(id)
    if (ids.size === before) break
    after = `&modified_after=${encodeURIComponent(audits.at(-1)?.modified_at ?? '')}`
  }
  return [...ids].slice(0, count)
}

/** Texts besides title, template, site, author and document number, which differ for each row of the data set. */
function listOwnTexts(report: Report): string[] {
  const { title, templateName, site, authorName, ownerName, preparedBy, documentNo } = report
  const replaced = new Set([title, templateName, site.name, authorName, ownerName, preparedBy, documentNo])
  return listSearchTexts(report).filter((text) => !replaced.has(text))
}

/** Documents of the stand-in, as the console's own code reads them. */
export async function readSamples(count: number): Promise<Sample[]> {
  const standin = await startStandin({ inspections: count, limits: 'off' })
  try {
    const ids = await listIds(standin, count)
    const samples: Sample[] = []
    for (const id of ids) {
      const document = await readJson(standin, `/audits/${id}`)
      const parsed: unknown = JSON.parse(document)
      samples.push({ summary: summarizeInspection(parsed), texts: listOwnTexts(buildReport(parsed)) })
    }
    return samples
  } finally {
    await standin.close()
  }
}
