import type { Choice, InspectionDocument, Item, MediaRef } from '../types'

/**
 * Updates everything that follows from the answers: failed marks, smartfields, scores of items, sections and the whole, and
 * the list of media. Can be called again after an answer changed.
 */
export function settleDocument(document: InspectionDocument): InspectionDocument {
  const all = [...document.header_items, ...document.items]
  const byId = new Map(all.map((item) => [item.item_id, item]))
  const sets = document.template_data['response_sets'] as Record<string, { responses: Choice[] }>
  for (const item of all) settleConditions(item, byId)
  for (const item of all) settleLeaf(item, sets)
  let score = 0
  let total = 0
  for (const item of all) {
    if (item.parent_id !== undefined && byId.has(item.parent_id)) continue
    const sum = combine(item, byId)
    score += sum.score
    total += sum.max
  }
  document.audit_data['score'] = score
  document.audit_data['total_score'] = total
  document.audit_data['score_percentage'] = percentage(score, total)
  const media = collectMedia(all)
  if (media.length > 0) document.media = media
  else delete document.media
  return document
}

function percentage(score: number, max: number): number {
  return max === 0 ? 0 : Number(((score / max) * 100).toFixed(3))
}

function isFailed(item: Item): boolean {
  return item.responses?.['failed'] === true
}

/** Opens a smartfield below a failed answer and closes it below another. Parents come before their children. */
function settleConditions(item: Item, byId: ReadonlyMap<string, Item>): void {
  const failedIds = item.options?.['failed_responses']
  const selected = item.responses?.['selected']
  if (Array.isArray(failedIds) && Array.isArray(selected) && item.responses) {
    item.responses['failed'] = (selected as Choice[]).some(({ id }) => failedIds.includes(id))
  }
  const parent = item.parent_id === undefined ? undefined : byId.get(item.parent_id)
  if (!parent) return
  if (item.type === 'smartfield') {
    item.evaluation = isFailed(parent)
    if (item.options) item.options['values'] = parent.options?.['failed_responses'] ?? []
  }
  const closed = parent.inactive === true || (parent.type === 'smartfield' && parent.evaluation !== true)
  if (closed || item.type === 'primeelement') item.inactive = true
  else delete item.inactive
}

function settleLeaf(item: Item, sets: Record<string, { responses: Choice[] }>): void {
  delete item.scoring
  if (item.inactive) return
  if (item.type === 'question' || item.type === 'list') {
    const responses = sets[String(item.options?.['response_set'])]?.responses ?? []
    const scored = responses.filter(({ enable_score }) => enable_score)
    if (scored.length === 0) return
    const selected = (item.responses?.['selected'] ?? []) as Choice[]
    // "Not applicable" removes the question from the sum.
    if (selected.length > 0 && selected.every(({ enable_score }) => !enable_score)) return
    const max = Math.max(...scored.map(({ score }) => score))
    const score = selected.reduce((sum, choice) => sum + (choice.enable_score ? choice.score : 0), 0)
    item.scoring = { score, max_score: max, score_percentage: percentage(score, max) }
  }
  if (item.type === 'checkbox' || item.type === 'switch') {
    const score = Number(item.responses?.['value'] ?? 0) === 1 ? 1 : 0
    item.scoring = { score, max_score: 1, score_percentage: score * 100 }
  }
}

function combine(item: Item, byId: ReadonlyMap<string, Item>): { score: number; max: number } {
  let score = item.scoring?.['score'] ?? 0
  let max = item.scoring?.['max_score'] ?? 0
  if (item.inactive) return { score: 0, max: 0 }
  const children = item.children ?? []
  for (const id of children) {
    const child = byId.get(id)
    if (!child) continue
    const sum = combine(child, byId)
    score += sum.score
    max += sum.max
  }
  if (children.length > 0 && max > 0) {
    item.scoring = {
      ...item.scoring,
      combined_score: score,
      combined_max_score: max,
      combined_score_percentage: percentage(score, max),
    }
  }
  return { score, max }
}

function isMediaRef(value: unknown): value is MediaRef {
  return typeof value === 'object' && value !== null && 'media_id' in value
}

/** The picture of the template, if it has one. */
export function findLogo({ template_data: data }: InspectionDocument): MediaRef | null {
  const { image } = data['metadata'] as { image?: unknown }
  return isMediaRef(image) ? image : null
}

/** Every media reference of the items, in order and without repeats, for the list at the top of the document. */
export function collectMedia(items: readonly Item[]): MediaRef[] {
  const found = new Map<string, MediaRef>()
  for (const item of items) {
    const places: unknown[] = [...(item.media ?? []), item.responses?.['image'], item.options?.['media']]
    const more = item.responses?.['media']
    if (Array.isArray(more)) places.push(...(more as unknown[]))
    for (const place of places) if (isMediaRef(place)) found.set(place.media_id, place)
  }
  return [...found.values()]
}
