import { useShortcuts } from '@/lib/browser/shortcuts'
import { type StageKeySlot, useStageKeys } from './stage-keys'
import type { PhotoView } from './use-photo-view'
import type { Point } from './zoom'

export const stepScale = 1.5
const panPx = 80
const pans: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: panPx, y: 0 },
  ArrowRight: { x: -panPx, y: 0 },
  ArrowUp: { x: 0, y: panPx },
  ArrowDown: { x: 0, y: -panPx },
}

/** The keys of a photo: shortcuts that zoom and turn it, and arrows that move it while it is zoomed. */
export function usePhotoKeys(slot: StageKeySlot, photo: PhotoView): void {
  const { view, move, toggle, zoomBy, showWhole, showFull, turn } = photo
  useStageKeys(slot, (event) => {
    const by = pans[event.key]
    if (by === undefined || view.scale <= 1) return false
    move((before) => ({ ...before, x: before.x + by.x, y: before.y + by.y }))
    return true
  })
  const shared = { group: 'Media viewer', inDialogs: true }
  const again = { ...shared, repeats: true }
  useShortcuts([
    { ...shared, id: 'media.zoom', keys: ['z'], label: 'Zoom in or fit', run: () => toggle() },
    { ...again, id: 'media.closer', keys: ['+', '='], label: 'Closer', run: () => zoomBy(stepScale) },
    { ...again, id: 'media.farther', keys: ['-'], label: 'Farther', run: () => zoomBy(1 / stepScale) },
    { ...shared, id: 'media.fit', keys: ['0'], label: 'Whole photo', run: showWhole },
    { ...shared, id: 'media.full', keys: ['1'], label: 'Photo at 100 %', run: showFull },
    { ...shared, id: 'media.turn', keys: ['r'], label: 'Turn right (view only)', run: () => turn(1) },
    { ...shared, id: 'media.turn-back', keys: ['shift+r'], label: 'Turn left (view only)', run: () => turn(-1) },
  ])
}
