import { makeHeicId, makeMediaId, type Wanted } from '../media/catalog'
import { choose, hashText, mix, type Random } from '../random'
import { resolveSet } from './choices'
import { demoAssetId, makeAddress, weatherKinds, type Site } from './organization'
import type { Blueprint, Choice, Item, MediaRef, Node, Scene } from '../types'

/** The input for answering one inspection, and its progress. */
export interface Filling {
  seed: number
  index: number
  blueprint: Blueprint
  site: Site
  author: string
  subject: string
  random: Random
  startedMs: number
  finishedMs: number
  auditId: string
  baseUrl: string
  completed: boolean
  blank: boolean
  /** Questions answered with a failed response, by their position in the order of asking. */
  failing: ReadonlySet<number>
  /** An unfinished inspection is answered up to this question. */
  answeredUpTo: number
  asked: number
  /** The inspection is in progress: existing answers must stay the same when more are added. */
  isGrowing: boolean
}

/** Fills an item with its options and an answer. Blank inspections and questions not reached yet get no answer. */
export function answerNode(item: Item, node: Node, filling: Filling, inactive: boolean): void {
  item.options = makeOptions(node, filling)
  const reached = filling.asked < filling.answeredUpTo
  if (node.type === 'question') {
    const place = filling.asked
    if (!inactive) filling.asked += 1
    if (inactive || filling.blank || !reached) return
    answerQuestion(item, node, filling, filling.failing.has(place))
    return
  }
  if (inactive || filling.blank || !reached) return
  answerers[node.type]?.(item, node, filling)
}

function makeOptions(node: Node, filling: Filling): Record<string, unknown> {
  const base = { is_mandatory: node.mandatory === true, weighting: 1 }
  switch (node.type) {
    case 'question': {
      const { id, failedIds } = resolveSet(node.set ?? 'yesno')
      return { ...base, response_set: id, failed_responses: failedIds }
    }
    case 'list': {
      const { id, failedIds } = resolveSet(node.set ?? 'ppe')
      return { ...base, response_set: id, failed_responses: failedIds, multiple_selection: node.set !== 'shift' }
    }
    case 'slider': {
      const [min, max, increment] = node.range ?? [0, 10, 1]
      return { ...base, min, max, increment }
    }
    case 'datetime':
      return { ...base, enable_date: true, enable_time: true }
    case 'signature':
      return { ...base, enable_signature_timestamp: true }
    case 'scanner':
      return { ...base, hide_barcode: false, secure: false }
    case 'dynamicfield':
      return { ...base, element: node.label }
    case 'asset':
      return { ...base, locked: false }
    case 'information':
      return makeInformation(node, filling, base)
    case 'smartfield':
      return {
        ...base,
        condition: '3f206184-e4f6-11e1-aff1-0800200c9a66',
        values: [],
        require_note: false,
        require_media: false,
        require_action: false,
      }
    default:
      return base
  }
}

function makeInformation(node: Node, filling: Filling, base: Record<string, unknown>): Record<string, unknown> {
  const shown = { ...base, visible_in_audit: true, visible_in_report: true }
  if (node.link) return { ...shown, type: 'link', link: node.link }
  if (!node.scene) return { ...shown, type: 'text' }
  const image = makeMedia(filling, hashText(node.label), { kind: 'photo', scene: node.scene, failed: false })
  return { ...shown, type: 'media', media: image }
}

/** A reference to one media item of this inspection. */
export function makeMedia(filling: Filling, salt: number, wanted: Wanted): MediaRef {
  const a = mix(filling.seed, filling.index, 0x3d1)
  let { mediaId, asset } = makeMediaId(a, salt, 1, wanted)
  if (wanted.kind === 'photo' && mix(a, salt, 9) % 37 === 0) {
    mediaId = makeHeicId(a, salt, 1)
    return refer(filling, mediaId, 'heic', salt)
  }
  // Sometimes the device has not uploaded the picture yet. The service then responds with 204.
  if (wanted.kind === 'photo' && mix(a, salt, 10) % 97 === 0)
    ({ mediaId, asset } = makeMediaId(a, salt, 1, { kind: 'missing' }))
  return refer(filling, mediaId, asset.ext, salt)
}

/** When the photos of an inspection in progress were taken: shortly after its start, so that the times never change. */
const growingSpanMs = 4_000

function refer(filling: Filling, mediaId: string, ext: string, salt: number): MediaRef {
  const span = filling.isGrowing ? growingSpanMs : Math.max(1, filling.finishedMs - filling.startedMs)
  return {
    media_id: mediaId,
    file_ext: ext,
    href: `${filling.baseUrl}/audits/${filling.auditId}/media/${mediaId}`,
    date_created: new Date(filling.startedMs + (mix(salt, filling.index, 4) % span)).toISOString(),
    label: 'no label',
  }
}

function answerQuestion(item: Item, node: Node, filling: Filling, fails: boolean): void {
  const { random } = filling
  const set = resolveSet(node.set ?? 'yesno')
  const bad = set.responses.filter(({ id }) => set.failedIds.includes(id))
  const selected = fails && bad.length > 0 ? random.pick(bad) : pickGood(set.responses, set.failedIds, random)
  const failed = set.failedIds.includes(selected.id)
  const note = failed && node.notes && node.notes.length > 0 ? random.pick(node.notes) : ''
  item.responses = { selected: [selected], failed, text: note }
  const scene = node.scene ?? filling.blueprint.scene
  const photos = failed
    ? random.chance(0.85)
      ? random.integer(1, 3)
      : 0
    : random.chance(node.photo ?? 0.01)
      ? random.integer(1, 2)
      : 0
  if (photos > 0) item.media = makePhotos(filling, item, scene, photos, failed)
}

/** Mostly the best answer, sometimes a middling one, rarely "not applicable". */
function pickGood(responses: readonly Choice[], failedIds: readonly string[], random: Random): Choice {
  const good = responses.filter(({ id }) => !failedIds.includes(id))
  const scored = good.filter(({ enable_score }) => enable_score)
  const others = good.filter(({ enable_score }) => !enable_score)
  if (others.length > 0 && random.chance(0.03)) return random.pick(others)
  if (scored.length > 1 && random.chance(0.07)) return choose(scored, 1)
  return choose(scored.length > 0 ? scored : good, 0)
}

function makePhotos(filling: Filling, item: Item, scene: Scene, count: number, failed: boolean): MediaRef[] {
  return Array.from({ length: count }, (_, at) =>
    makeMedia(filling, hashText(`${item.item_id}/${at}`), {
      kind: 'photo',
      scene,
      failed: failed && at === 0 ? true : failed && at === 1,
    }),
  )
}

const answerers: Record<string, (item: Item, node: Node, filling: Filling) => void> = {
  textsingle(item, node, filling) {
    item.responses = { text: nameText(node, filling) }
  },
  text(item, node, { random }) {
    item.responses = { text: node.texts ? random.pick(node.texts) : '' }
  },
  datetime(item, _node, { startedMs, random }) {
    item.responses = {
      datetime: random.chance(0.08) ? null : new Date(startedMs + random.integer(1, 40) * 86_400_000).toISOString(),
    }
  },
  address(item, _node, { site }) {
    item.responses = makeAddress(site)
  },
  list(item, node, { random }) {
    const set = resolveSet(node.set ?? 'ppe')
    const harmless = set.responses.filter(({ id }) => !set.failedIds.includes(id))
    const wanted = node.set === 'shift' ? 1 : random.integer(0, Math.min(4, harmless.length))
    const from = random.integer(0, harmless.length - 1)
    const selected = harmless.filter((_, at) => (at - from + harmless.length) % harmless.length < wanted)
    item.responses = {
      selected:
        node.set === 'hazards' && selected.length > 1
          ? selected.filter(({ label }) => label !== 'None seen')
          : selected,
      failed: false,
    }
  },
  checkbox(item, _node, { random }) {
    item.responses = { value: random.chance(0.94) ? 1 : 0 }
  },
  switch(item, _node, { random }) {
    item.responses = { value: random.chance(0.92) ? 1 : 0 }
  },
  slider(item, node, { random }) {
    const [min, , increment] = node.range ?? [0, 10, 1]
    const [low, high] = node.usual ?? [0, 10]
    item.responses = {
      value: Number((min + Math.round((low + random.next() * (high - low) - min) / increment) * increment).toFixed(2)),
    }
  },
  signature(item, node, filling) {
    if (!filling.completed) return
    const own = node.label.startsWith('Inspector')
    item.responses = {
      name: own
        ? filling.author
        : choose(
            ['D. Hennessy', 'K. Nowak', 'S. Patel', 'M. Dubois', 'Þóra Björnsdóttir'],
            mix(filling.seed, filling.index, 3),
          ),
      timestamp: new Date(filling.finishedMs - 8_000).toISOString(),
      image: makeMedia(filling, hashText(item.item_id), { kind: 'signature' }),
    }
  },
  drawing(item, _node, filling) {
    if (filling.random.chance(0.5))
      item.responses = { image: makeMedia(filling, hashText(item.item_id), { kind: 'drawing' }) }
  },
  media(item, node, filling) {
    const salt = hashText(item.item_id)
    if (node.label.includes('certificate')) item.media = [makeMedia(filling, salt, { kind: 'document' })]
    else if (node.label.includes('Video')) item.media = [makeMedia(filling, salt, { kind: 'video' })]
    else if (filling.random.chance(node.photo ?? 0.5)) {
      item.media = makePhotos(filling, item, node.scene ?? filling.blueprint.scene, filling.random.integer(1, 3), false)
      if (filling.random.chance(0.08)) item.media.push(makeMedia(filling, salt + 1, { kind: 'video' }))
    }
  },
  weather(item, _node, { site, random, startedMs }) {
    const [conditions, id] = random.pick(weatherKinds)
    item.responses = {
      weather: {
        name: site.town,
        country: site.code,
        weather_id: id,
        weather_conditions: conditions,
        temperature: `${random.integer(-3, 24)}`,
        humidity: `${random.integer(45, 98)}%`,
        wind: `${random.integer(0, 14)} m/s`,
        datetime: new Date(startedMs).toISOString(),
        geometry: { type: 'Point', coordinates: [...site.point] },
      },
    }
  },
  scanner(item, _node, { random, startedMs }) {
    item.responses = {
      text: `539${String(random.integer(0, 999_999_999)).padStart(10, '0')}`,
      timestamp: new Date(startedMs).toISOString(),
    }
  },
  asset(item, _node, { seed, random }) {
    // Only a few assets, so that some of them fail again and again.
    item.responses = { assets: [demoAssetId(seed, random.integer(0, 60))] }
  },
}

function nameText(node: Node, { subject, random }: Filling): string {
  return node.texts && node.texts.length > 0 ? random.pick(node.texts) : subject
}
