import { authors, makeAddress, organizationName, sites, type Site } from './organization'
import { choose, hashText, makeHex, makeUuid, mix, Random } from '../random'
import type { Blueprint, InspectionDocument, Item, MediaRef, Node } from '../types'
import { makeMediaId } from '../media/catalog'
import { resolveSet } from './choices'
import { answerNode, type Filling } from './answers'
import { settleDocument } from './scores'
import { blueprints } from './blueprints'
import { planAnswers, type Work } from './plan'

/** Everything that determines a document. Equal recipes give equal documents. */
export interface Recipe {
  seed: number
  index: number
  auditId: string
  blueprint: Blueprint
  modifiedAtMs: number
  createdAtMs: number | null
  completed: boolean
  archived: boolean
  isOwn: boolean
  baseUrl: string
  /** Without answers, like a newly created inspection. */
  blank: boolean
  /** Set while a person works on it: answers are added, and existing ones stay unchanged. */
  work?: Work
}

export const ownerName = 'Robin Sayers'
export const ownerId = `user_${makeHex(0x0e, 0x0e)}`

/** Identifiers of the title page, the same in every real document. */
export const titlePage = {
  section: 'f3245d39-ea77-11e1-aff1-0800200c9a66',
  title: 'f3245d40-ea77-11e1-aff1-0800200c9a66',
  site: 'f3245d41-ea77-11e1-aff1-0800200c9a66',
  conductedOn: 'f3245d42-ea77-11e1-aff1-0800200c9a66',
  preparedBy: 'f3245d43-ea77-11e1-aff1-0800200c9a66',
  location: 'f3245d44-ea77-11e1-aff1-0800200c9a66',
  personnel: 'f3245d45-ea77-11e1-aff1-0800200c9a66',
  documentNo: 'f3245d46-ea77-11e1-aff1-0800200c9a66',
} as const

const iso = (ms: number) => new Date(ms).toISOString()

/** Builds the whole inspection document. */
export function buildDocument(recipe: Recipe): InspectionDocument {
  const { seed, index, blueprint, blank, work } = recipe
  const random = new Random(seed, index, 0xd0c)
  const site = choose(sites, mix(seed, index, 0x51e))
  const author = recipe.isOwn
    ? ownerName
    : choose(authors, mix(seed, index, 0xa07) + Math.floor(mix(seed, index, 0xa08) / 3))
  const subject = choose(blueprint.subjects, mix(seed, index, 0x5b1))
  const number = String(1000 + (index % 900_000)).padStart(6, '0')
  const plannedS = 180 + Math.floor(random.next() ** 2 * 3_400)
  const lagMs = random.chance(0.1) ? random.integer(600, 14_400) * 1000 : random.integer(5, 90) * 1000
  const finishedMs = recipe.modifiedAtMs - (work ? 1_000 : lagMs)
  const startedMs = work?.startedMs ?? finishedMs - plannedS * 1000
  const durationS = work ? Math.max(0, Math.round((finishedMs - startedMs) / 1000)) : plannedS
  const title = blank ? '' : `${blueprint.short} ${subject}`
  const filling: Filling = {
    seed,
    index,
    blueprint,
    site,
    author,
    subject,
    random,
    startedMs,
    finishedMs,
    auditId: recipe.auditId,
    baseUrl: recipe.baseUrl,
    completed: recipe.completed,
    blank,
    isGrowing: work !== undefined,
    ...planAnswers(recipe, random),
    asked: 0,
  }
  const document: InspectionDocument = {
    template_id: templateIdOf(blueprint),
    audit_id: recipe.auditId,
    archived: recipe.archived,
    created_at: iso(recipe.createdAtMs ?? startedMs + Math.min(lagMs, 60_000)),
    modified_at: iso(recipe.modifiedAtMs),
    audit_data: {
      name: title,
      score: 0,
      total_score: 0,
      score_percentage: 0,
      duration: blank ? 0 : durationS,
      date_started: iso(startedMs),
      date_modified: iso(finishedMs),
      date_completed: recipe.completed && !blank ? iso(finishedMs) : null,
      authorship: makeAuthorship(author, recipe.isOwn),
      ...(blank ? {} : { location: makeLocation(site, random) }),
      site: { name: site.name, area: { name: site.area }, region: { name: site.region } },
    },
    template_data: makeTemplateData(blueprint, recipe),
    header_items: makeTitlePage({
      site,
      author,
      subject,
      title,
      startedMs,
      number: `${blueprint.code}-${number}`,
      blank,
    }),
    items: [],
    assets: [],
  }
  for (const [at, node] of blueprint.sections.entries()) appendNode(document.items, node, null, `${at}`, filling, false)
  // Undocumented fields: a reader must ignore them.
  if (index % 61 === 5) document['workflow_state'] = { revision: index % 7, origin: 'migration-2025' }
  return settleDocument(document)
}

function appendNode(
  items: Item[],
  node: Node,
  parent: Item | null,
  path: string,
  filling: Filling,
  inactive: boolean,
): Item {
  const item: Item = {
    item_id: makeUuid(hashText(filling.blueprint.key), hashText(path), 7),
    ...(parent ? { parent_id: parent.item_id } : {}),
    label: node.label,
    type: node.type,
  }
  if (inactive) item.inactive = true
  items.push(item)
  if (parent) parent.children = [...(parent.children ?? []), item.item_id]
  answerNode(item, node, filling, inactive)
  if (node.type === 'dynamicfield') {
    appendInstances(items, node, item, path, filling, inactive)
    return item
  }
  // A smartfield's questions count only while its condition is true.
  if (node.type === 'smartfield') item.evaluation = parent?.responses?.['failed'] === true
  const hidden = inactive || node.type === 'primeelement' || (node.type === 'smartfield' && item.evaluation !== true)
  for (const [at, child] of (node.children ?? []).entries())
    appendNode(items, child, item, `${path}.${at}`, filling, hidden)
  return item
}

function appendInstances(
  items: Item[],
  node: Node,
  group: Item,
  path: string,
  filling: Filling,
  inactive: boolean,
): void {
  const prime: Node = { type: 'primeelement', label: '', ...(node.children ? { children: node.children } : {}) }
  appendNode(items, prime, group, `${path}.p`, filling, true)
  const [from, to] = node.repeats ?? [1, 2]
  const isAhead = filling.isGrowing && filling.asked >= filling.answeredUpTo
  const count = filling.blank || isAhead ? 0 : filling.random.integer(from, to)
  for (let at = 0; at < count; at += 1) {
    const instance: Node = { ...prime, type: 'element' }
    appendNode(items, instance, group, `${path}.e${at}.${filling.seed}.${filling.index}`, filling, inactive)
  }
}

const templateIds = new Map(
  blueprints.map((blueprint) => [blueprint.key, `template_${makeHex(hashText(blueprint.key), 0x7e)}`]),
)

export function templateIdOf(blueprint: Blueprint): string {
  return templateIds.get(blueprint.key) ?? ''
}

export function findBlueprint(templateId: string): Blueprint | null {
  return blueprints.find((blueprint) => templateIdOf(blueprint) === templateId) ?? null
}

export function authorIdOf(name: string): string {
  return name === ownerName ? ownerId : `user_${makeHex(hashText(name), 0xa0)}`
}

function makeAuthorship(author: string, isOwn: boolean): Record<string, string> {
  return {
    owner: isOwn ? ownerName : author,
    owner_id: authorIdOf(author),
    author,
    author_id: authorIdOf(author),
    device_id: makeHex(hashText(author), 0xde).slice(0, 16),
  }
}

function makeLocation(site: Site, random: Random): Record<string, unknown> {
  const near = () => ({
    accuracy: random.integer(5, 65),
    geometry: {
      type: 'Point',
      coordinates: [
        round(site.point[0] + (random.next() - 0.5) / 400, 6),
        round(site.point[1] + (random.next() - 0.5) / 500, 6),
      ],
    },
  })
  return { started: near(), completed: near() }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Templates with their own picture. */
const withLogo: ReadonlySet<string> = new Set(['fire', 'playground'])

/** The picture of a template: one file, with a separate address in each of its inspections. */
function makeLogo(blueprint: Blueprint, inspection: string): MediaRef {
  const { mediaId, asset } = makeMediaId(hashText(blueprint.key), 1, 2, { kind: 'drawing' })
  return {
    media_id: mediaId,
    file_ext: asset.ext,
    href: `${inspection}/media/${mediaId}`,
    date_created: '2024-02-05T09:00:00.000Z',
    label: 'no label',
  }
}

/** The template's part of the document, the same in all of its inspections. */
function makeTemplateData(blueprint: Blueprint, { auditId, baseUrl }: Recipe): Record<string, unknown> {
  const sets = new Set<NonNullable<Node['set']>>()
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (node.set) sets.add(node.set)
      visit(node.children ?? [])
    }
  }
  visit(blueprint.sections)
  const responseSets = Object.fromEntries(
    [...sets].map((key) => {
      const { id, type, responses } = resolveSet(key)
      return [id, { id, type, responses }]
    }),
  )
  return {
    authorship: makeAuthorship('Harriet Blackwood', false),
    metadata: {
      name: blueprint.name,
      description: blueprint.description,
      ...(withLogo.has(blueprint.key) ? { image: makeLogo(blueprint, `${baseUrl}/audits/${auditId}`) } : {}),
    },
    response_sets: responseSets,
  }
}

function makeTitlePage(page: {
  site: Site
  author: string
  subject: string
  title: string
  startedMs: number
  number: string
  blank: boolean
}): Item[] {
  const { site, blank } = page
  const row = (id: string, label: string, type: string, responses: Record<string, unknown>, options = {}): Item => ({
    item_id: id,
    parent_id: titlePage.section,
    label,
    type,
    options: { is_mandatory: id === titlePage.conductedOn, weighting: 1, ...options },
    ...(blank ? {} : { responses }),
  })
  const rows = [
    row(titlePage.title, 'Audit Title', 'textsingle', { text: page.title }),
    row(titlePage.documentNo, 'Document No.', 'textsingle', { text: page.number }),
    row(titlePage.site, 'Client / Site', 'textsingle', { text: `${organizationName}, ${site.name}` }),
    row(
      titlePage.conductedOn,
      'Conducted on',
      'datetime',
      { datetime: iso(page.startedMs) },
      { enable_date: true, enable_time: true },
    ),
    row(titlePage.preparedBy, 'Prepared by', 'textsingle', { text: page.author }),
    row(titlePage.location, 'Location', 'address', makeAddress(site)),
    row(titlePage.personnel, 'Personnel', 'text', { text: choose(authors, hashText(page.number)) }),
  ]
  const head: Item = {
    item_id: titlePage.section,
    label: 'Title Page',
    type: 'section',
    options: { is_mandatory: false, weighting: 1 },
    children: rows.map(({ item_id }) => item_id),
  }
  return [head, ...rows]
}
