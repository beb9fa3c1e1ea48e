import type { ViewerMedia } from '@/lib/media/schema'
import type { ItemDiff } from '@/lib/compare/diff-schema'
import { type ReportNames, titleOfItem } from '@/lib/report/names-model'

/** Two files of the same question, one from each side; null if a side has none. */
export interface FilePair {
  /** Id of one of its files, which identifies the pair in an address. */
  key: string
  title: string
  left: ViewerMedia | null
  right: ViewerMedia | null
  /** Drawn or signed as the answer itself, not taken with a camera. */
  isDrawn: boolean
}

/** The first pair to show: photos of both sides are most useful, signatures least. */
export function chooseFirstPair(pairs: readonly FilePair[]): FilePair | undefined {
  const taken = pairs.filter(({ isDrawn }) => !isDrawn)
  return taken.find(({ left, right }) => left !== null && right !== null) ?? taken[0] ?? pairs[0]
}

export interface SideFiles {
  left: ReadonlyMap<string, ViewerMedia>
  right: ReadonlyMap<string, ViewerMedia>
}

/** Ids of an item's files, its signature or drawing first. */
export function listFileIds(item: ItemDiff['left']): string[] {
  if (item === null) return []
  const imageId = imageIdOf(item)
  return [...new Set(imageId === null ? item.mediaIds : [imageId, ...item.mediaIds])]
}

function imageIdOf(item: ItemDiff['left']): string | null {
  return item?.answer.kind === 'signature' || item?.answer.kind === 'drawing' ? item.answer.imageId : null
}

/**
 * The files of these items side by side. For two inspections: the first with the first, and so on. For two versions
 * (`isSameFile`): each file with itself, so that added and removed files are alone.
 */
export function pairFiles(
  items: readonly ItemDiff[],
  files: SideFiles,
  { isSameFile, names }: { isSameFile: boolean; names: ReportNames },
): FilePair[] {
  const seen = new Set<string>()
  return items.flatMap((item) => {
    const left = listFileIds(item.left).flatMap((id) => files.left.get(id) ?? [])
    const right = listFileIds(item.right).flatMap((id) => files.right.get(id) ?? [])
    const named = item.right ?? item.left
    const title = named === null ? '' : titleOfItem(named, names)
    const couples = isSameFile ? coupleById(left, right) : coupleByOrder(left, right)
    return couples.flatMap(([one, other]) => {
      const key = other?.id ?? one?.id
      // A damaged document may name a file twice. It is shown at its first place.
      if (key === undefined || seen.has(key)) return []
      seen.add(key)
      const isDrawn = key === imageIdOf(item.right) || key === imageIdOf(item.left)
      return [{ key, title, left: one, right: other, isDrawn }]
    })
  })
}

type Couple = [ViewerMedia | null, ViewerMedia | null]

function coupleByOrder(left: readonly ViewerMedia[], right: readonly ViewerMedia[]): Couple[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at): Couple => [
    left[at] ?? null,
    right[at] ?? null,
  ])
}

function coupleById(left: readonly ViewerMedia[], right: readonly ViewerMedia[]): Couple[] {
  const rightIds = new Set(right.map(({ id }) => id))
  const byId = new Map(left.map((file) => [file.id, file]))
  return [
    ...left.filter(({ id }) => !rightIds.has(id)).map((file): Couple => [file, null]),
    ...right.map((file): Couple => [byId.get(file.id) ?? null, file]),
  ]
}
