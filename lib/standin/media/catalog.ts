import { choose, hashText, makeUuid, mix, Random } from '../random'
import type { Scene } from '../types'

/** A file used as media. `file` is a name in media/files; null when code generates it or it does not exist. */
export interface Asset {
  file: string | null
  kind: 'photo' | 'video' | 'document' | 'signature' | 'drawing' | 'missing'
  ext: string
  type: string
  scene: Scene | null
  failed: boolean
}

const photo = (scene: Scene, number: number, failed: boolean): Asset => ({
  file: `${scene}-${number}.jpg`,
  kind: 'photo',
  ext: 'jpg',
  type: 'image/jpeg',
  scene,
  failed,
})

/** A media id contains a position in this list, so new entries must be appended. */
export const assets: readonly Asset[] = [
  { file: null, kind: 'missing', ext: 'jpg', type: 'image/jpeg', scene: null, failed: false },
  { file: null, kind: 'document', ext: 'pdf', type: 'application/pdf', scene: null, failed: false },
  { file: 'walkthrough.mp4', kind: 'video', ext: 'mp4', type: 'video/mp4', scene: null, failed: false },
  { file: 'site.heic', kind: 'photo', ext: 'heic', type: 'image/heic', scene: null, failed: false },
  { file: 'signature-1.png', kind: 'signature', ext: 'png', type: 'image/png', scene: null, failed: false },
  { file: 'signature-2.png', kind: 'signature', ext: 'png', type: 'image/png', scene: null, failed: false },
  { file: 'signature-3.png', kind: 'signature', ext: 'png', type: 'image/png', scene: null, failed: false },
  { file: 'drawing-1.png', kind: 'drawing', ext: 'png', type: 'image/png', scene: null, failed: false },
  { file: 'drawing-2.png', kind: 'drawing', ext: 'png', type: 'image/png', scene: null, failed: false },
  ...(['racking', 'extinguisher', 'forklift', 'kitchen', 'scaffold', 'van', 'playground', 'floor'] as const).flatMap(
    (scene) => [photo(scene, 1, false), photo(scene, 2, false), photo(scene, 3, true)],
  ),
  ...(['firstaid', 'panel', 'fridge', 'exit', 'boxes'] as const).flatMap((scene) => [
    photo(scene, 1, false),
    photo(scene, 2, true),
  ]),
]

export type Wanted = { kind: Exclude<Asset['kind'], 'photo'> } | { kind: 'photo'; scene: Scene; failed: boolean }

/** A media id with its asset encoded: the first two digits, masked by a hash of the others. */
export function makeMediaId(a: number, b: number, salt: number, wanted: Wanted): { mediaId: string; asset: Asset } {
  const fitting = assets.flatMap((asset, at) => {
    if (asset.kind !== wanted.kind) return []
    if (wanted.kind === 'photo' && (asset.scene !== wanted.scene || asset.failed !== wanted.failed)) return []
    return [at]
  })
  const at = choose(fitting, mix(a, b, salt))
  const uuid = makeUuid(a, b, salt)
  const head = (at ^ (hashText(uuid.slice(2)) & 0xff)) & 0xff
  const mediaId = head.toString(16).padStart(2, '0') + uuid.slice(2)
  return { mediaId, asset: choose(assets, at) }
}

/** The media id for an exact position in the list, for the one HEIC photo among the JPEGs. */
export function makeHeicId(a: number, b: number, salt: number): string {
  const uuid = makeUuid(a, b, salt)
  return ((3 ^ (hashText(uuid.slice(2)) & 0xff)) & 0xff).toString(16).padStart(2, '0') + uuid.slice(2)
}

/** The asset of a media id; null when the id cannot be one of ours. */
export function readMediaId(mediaId: string): Asset | null {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mediaId)) return null
  const at = (Number.parseInt(mediaId.slice(0, 2), 16) ^ (hashText(mediaId.slice(2)) & 0xff)) & 0xff
  return assets[at] ?? null
}

/** Random decisions of one media item, derived from its id. */
export function mediaRandom(mediaId: string): Random {
  return new Random(hashText(mediaId), 0x3d)
}
