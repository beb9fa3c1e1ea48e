import * as ids from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { readCoordinates, structuralTypes } from './answers'
import { readResponseLabels } from './conditions'
import { readMedia } from './media-refs'
import { asInstant, asNumber, asRecord, asText, type JsonRecord } from './read'
import { readItems, readScore } from './items-model'
import type { Report } from './schema'
import { finish, type Slices } from './slices-model'
import { arrangeItems, type Place } from './structure'
import type { InspectionSummary } from './types'

/** Ids of the title page's items, which are the same in every template of the service (service.md 1.4). */
const titlePageIds = {
  title: 'f3245d40-ea77-11e1-aff1-0800200c9a66',
  site: 'f3245d41-ea77-11e1-aff1-0800200c9a66',
  preparedBy: 'f3245d43-ea77-11e1-aff1-0800200c9a66',
  location: 'f3245d44-ea77-11e1-aff1-0800200c9a66',
  documentNo: 'f3245d46-ea77-11e1-aff1-0800200c9a66',
} as const

/** All of them begin with this. */
const titlePageStart = 'f3245d4'

/**
 * Reads a raw inspection document as a report. Every JSON value results in a report, even if parts are missing or
 * wrong. A document that is text is parsed first. Text that is not JSON results in an empty report with a sentence in
 * `oddities`.
 */
export function buildReport(document: unknown): Report {
  return finish(buildReportSlices(document))
}

/**
 * `buildReport` as work that can pause, because a document may have tens of thousands of items. Parsing the text is one
 * step.
 */
export function* buildReportSlices(document: unknown): Slices<Report> {
  const { root, oddity } = openDocument(document)
  yield
  const data = asRecord(root['audit_data'])
  const template = asRecord(root['template_data'])
  const metadata = asRecord(template['metadata'])
  const authorship = asRecord(data['authorship'])
  const site = asRecord(data['site'])
  const location = asRecord(data['location'])
  const { places, oddities } = yield* arrangeItems(root['header_items'], root['items'])
  const titlePage = readTitlePage(places)
  const { items, sections, media } = yield* readItems(places, root, readResponseLabels(template))
  const shown = items.filter((item) => item.hidden === null)
  const answerable = shown.filter((item) => !structuralTypes.has(item.type))
  return {
    auditId: ids.auditId.safeParse(root['audit_id']).data ?? null,
    templateId: ids.templateId.safeParse(root['template_id']).data ?? null,
    title: asText(data['name']) ?? titlePage.title,
    templateName: asText(metadata['name']),
    templateDescription: asText(metadata['description']),
    logoId: readLogo(metadata['image']),
    site: {
      name: asText(site['name']) ?? titlePage.site,
      area: asText(asRecord(site['area'])['name']),
      region: asText(asRecord(site['region'])['name']),
    },
    authorName: asText(authorship['author']),
    ownerName: asText(authorship['owner']),
    preparedBy: titlePage.preparedBy,
    documentNo: titlePage.documentNo,
    locationText: titlePage.location,
    startedCoordinates: readCoordinates(asRecord(location['started'])['geometry']),
    completedCoordinates: readCoordinates(asRecord(location['completed'])['geometry']),
    createdAt: asInstant(root['created_at']),
    modifiedAt: asInstant(root['modified_at']),
    startedAt: asInstant(data['date_started']),
    completedAt: asInstant(data['date_completed']),
    durationSeconds: asNumber(data['duration']),
    score: readScore(data['score'], data['total_score'], data['score_percentage']),
    failedCount: shown.filter((item) => item.failed).length,
    answerableCount: answerable.length,
    answeredCount: answerable.filter((item) => item.isAnswered).length,
    archived: root['archived'] === true,
    sections,
    items,
    media,
    oddities: oddity === null ? oddities : [oddity, ...oddities],
  }
}

/** What the index stores of a document. It never throws. See `InspectionSummary` for what is counted. */
export function summarizeInspection(document: unknown): InspectionSummary {
  return summarizeReport(buildReport(document))
}

/** `summarizeInspection` for a report that was already built. */
export function summarizeReport(report: Report): InspectionSummary {
  return {
    auditId: report.auditId,
    modifiedAt: report.modifiedAt,
    createdAt: report.createdAt,
    templateId: report.templateId,
    title: shorten(report.title),
    templateName: shorten(report.templateName),
    siteName: shorten(report.site.name),
    authorName: shorten(report.authorName ?? report.ownerName ?? report.preparedBy),
    documentNo: shorten(report.documentNo),
    score: report.score?.score ?? null,
    totalScore: report.score?.max ?? null,
    scorePercentage: report.score?.percentage ?? null,
    failedCount: report.failedCount,
    itemCount: report.answerableCount,
    mediaCount: report.media.filter((media) => !media.hidden && media.id !== report.logoId).length,
    startedAt: report.startedAt,
    completedAt: report.completedAt,
    archived: report.archived,
  }
}

/** An entry of a database index ends at about 2,700 bytes. No real name is nearly that long. */
const summaryCharsMax = 500

function shorten(text: string | null): string | null {
  return text === null ? null : text.slice(0, summaryCharsMax)
}

function openDocument(document: unknown): { root: JsonRecord; oddity: string | null } {
  let value = document
  if (typeof document === 'string') {
    try {
      value = JSON.parse(document)
    } catch {
      return { root: {}, oddity: serverText('report.oddities.noJson') }
    }
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return { root: asRecord(value), oddity: isObject ? null : serverText('report.oddities.noObject') }
}

function readTitlePage(places: readonly Place[]): Record<keyof typeof titlePageIds, string | null> {
  const found = new Map<string, Place>()
  for (const place of places) {
    const id = place.hidden === null ? place.itemId?.toLowerCase() : undefined
    if (id !== undefined && id.startsWith(titlePageStart) && !found.has(id)) found.set(id, place)
  }
  const read = (id: string): string | null => {
    const place = found.get(id)
    if (place === undefined) return null
    const responses = asRecord(place.item['responses'])
    return asText(responses['text']) ?? asText(responses['location_text'])
  }
  return {
    title: read(titlePageIds.title),
    site: read(titlePageIds.site),
    preparedBy: read(titlePageIds.preparedBy),
    location: read(titlePageIds.location),
    documentNo: read(titlePageIds.documentNo),
  }
}

function readLogo(image: unknown): string | null {
  const reference = readMedia(asRecord(image))
  return reference !== null && reference.isFetchable && reference.kind === 'image' ? reference.id : null
}
