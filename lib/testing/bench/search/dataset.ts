import type { InspectionSummary } from '@/lib/report/types'
import { makeHex, mix, Random } from '@/lib/standin/random'
import type { Sample } from './dataset-source'
import { drawRemark } from './dataset-words'

/** Increased when rows are generated differently: a stored data set of another version is created again. */
export const datasetVersion = 1

const dayMs = 86_400_000
/** Rows lie in the three years before this fixed instant, so a stored data set never ages. */
export const datasetEndMs = Date.UTC(2026, 10, 20, 9, 0, 0)
export const datasetDays = 1_096
export const datasetStartMs = datasetEndMs - datasetDays * dayMs

const siteCount = 300
const authorCount = 2_000
/** Variants of each template of the stand-in, as organizations have them by region and shift. */
const templateVariants = 7

/** One row of `inspections` with all searchable columns. */
export interface DatasetRow {
  auditId: string
  modifiedAt: string
  templateId: string | null
  summary: InspectionSummary
  /** In the order in which the console writes them into its vector. */
  fields: string[]
}

export interface Dataset {
  sites: readonly string[]
  rowAt(index: number): DatasetRow
}

const townParts = [
  'Ash',
  'Brook',
  'Carl',
  'Dun',
  'East',
  'Fair',
  'Glen',
  'Hart',
  'Kings',
  'Long',
  'Mill',
  'North',
  'Oak',
]
const townEnds = ['bridge', 'bury', 'by', 'dale', 'ford', 'ham', 'ley', 'mouth', 'port', 'ton', 'wick', 'worth']
const siteKinds = ['Depot', 'Warehouse', 'Distribution Centre', 'Yard', 'Kitchen', 'Terminal']
const givenNames = [
  'Aoife',
  'Ciarán',
  'Niamh',
  'Harriet',
  'Callum',
  'Priya',
  'Marcus',
  'Zofia',
  'Jürgen',
  'Élodie',
  'Íñigo',
]
const familyStarts = [
  'Black',
  'Thack',
  'Ray',
  'Ade',
  'Wiś',
  'Groß',
  'Char',
  'Ibá',
  'Kova',
  'Fitz',
  'Mori',
  'Key',
  'Bran',
]
const familyEnds = [
  'wood',
  'eray',
  'mond',
  'yemi',
  'niewska',
  'mann',
  'pentier',
  'ñez',
  'lenko',
  'gerald',
  'arty',
  'nolds',
  'don',
]

function unique(known: readonly string[], count: number, draw: (random: Random) => string): string[] {
  const random = new Random(0xda7a, count)
  const names = new Set(known)
  for (let tries = 0; names.size < count; tries += 1) {
    const name = draw(random)
    names.add(names.has(name) ? `${name} ${tries}` : name)
  }
  return [...names].slice(0, count)
}

/** A few values are used a lot and most rarely, as with real sites, people and templates. */
function drawSkewed<Value>(random: Random, values: readonly Value[], skew: number): Value {
  const value = values[Math.floor(random.next() ** skew * values.length)]
  if (value === undefined) throw new Error('cannot draw from an empty list')
  return value
}

/** Rows generated from samples: each is a function of its index alone, in no order of time. */
export function createDataset(samples: readonly Sample[]): Dataset {
  const known = (pick: (sample: Sample) => string | null) =>
    [...new Set(samples.map(pick))].filter((name): name is string => name !== null && name !== '')
  const sites = unique(
    known(({ summary }) => summary.siteName),
    siteCount,
    (random) => `${random.pick(townParts)}${random.pick(townEnds)} ${random.pick(siteKinds)}`,
  )
  const authors = unique(
    known(({ summary }) => summary.authorName),
    authorCount,
    (random) => `${random.pick(givenNames)} ${random.pick(familyStarts)}${random.pick(familyEnds)}`,
  )
  const byTemplate = new Map<string, Sample[]>()
  for (const sample of samples) {
    const key = sample.summary.templateId ?? ''
    byTemplate.set(key, [...(byTemplate.get(key) ?? []), sample])
  }
  const variantNames = ['', ' (night shift)', ' – North', ' – South', ' v2', ' (contractors)', ' 2024']
  const templates = [...byTemplate].flatMap(([id, [first]]) =>
    variantNames.slice(0, templateVariants).map((ending, at) => ({
      id: at === 0 ? id : `template_${makeHex(mix(at, id.length), Number.parseInt(id.slice(9, 17), 16))}`,
      name: `${first?.summary.templateName ?? 'Untitled'}${ending}`,
      key: id,
    })),
  )
  const variantsOf = new Map([...byTemplate.keys()].map((id) => [id, templates.filter(({ key }) => key === id)]))

  const rowAt = (index: number): DatasetRow => {
    const random = new Random(0x5e1, index)
    const sample = random.pick(samples)
    const { summary } = sample
    const kin = byTemplate.get(summary.templateId ?? '') ?? samples
    const template = drawSkewed(random, variantsOf.get(summary.templateId ?? '') ?? templates, 2)
    const modifiedMs = Math.floor(datasetStartMs + random.next() * (datasetEndMs - datasetStartMs))
    const shiftMs = modifiedMs - Date.parse(summary.modifiedAt ?? new Date(modifiedMs).toISOString())
    const shift = (instant: string | null) =>
      instant === null ? null : new Date(Date.parse(instant) + shiftMs).toISOString()
    const other = random.pick(kin)
    const titled = random.pick(kin).summary.title ?? summary.title
    const title = random.chance(0.4) ? `${titled ?? ''} ${random.integer(1, 4_000)}` : titled
    const remarks = random.chance(0.3) ? 0 : random.integer(1, 3)
    const own: InspectionSummary = {
      ...summary,
      title,
      templateId: template.id,
      templateName: template.name,
      siteName: random.chance(0.02) ? null : drawSkewed(random, sites, 2),
      authorName: drawSkewed(random, authors, 2.5),
      documentNo: `${(summary.documentNo ?? 'DOC-').replace(/\d+$/, '')}${String(index % 900_000).padStart(6, '0')}`,
      createdAt: shift(summary.createdAt),
      startedAt: shift(summary.startedAt),
      completedAt: shift(summary.completedAt),
    }
    // Half of the texts come from one inspection, the others from another one of the same kind.
    const half = Math.ceil(sample.texts.length / 2)
    const texts = [...sample.texts.slice(0, half), ...other.texts.slice(half)]
    for (let at = 0; at < remarks; at += 1) texts.push(drawRemark(random, random.integer(2, 6)))
    return {
      auditId: `audit_${makeHex(0xbe7c, index)}`,
      modifiedAt: new Date(modifiedMs).toISOString(),
      templateId: template.id,
      summary: own,
      fields: [own.title, own.templateName, own.siteName, own.authorName, own.documentNo, ...texts].filter(
        (text): text is string => text !== null && text !== '',
      ),
    }
  }
  return { sites, rowAt }
}
