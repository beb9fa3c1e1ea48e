import { useTranslations } from 'next-intl'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { type PaneKeySlot, usePaneKeys } from './pane-keys'
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

/** The keys of a photo: shortcuts that zoom and rotate, and arrow keys that move a zoomed photo. */
export function usePhotoKeys(slot: PaneKeySlot, photo: PhotoView): void {
  const t = useTranslations('media')
  const { view, move, toggle, zoomBy, showWhole, showFull, turn } = photo
  usePaneKeys(slot, (event) => {
    const by = pans[event.key]
    if (by === undefined || view.scale <= 1) return false
    move((before) => ({ ...before, x: before.x + by.x, y: before.y + by.y }))
    return true
  })
  const shared = { group: t('shortcutGroup'), inDialogs: true }
  const again = { ...shared, repeats: true }
  useShortcuts([
    { ...shared, id: 'media.zoom', keys: ['z'], label: t('photo.toggle'), run: () => toggle() },
    { ...again, id: 'media.closer', keys: ['+', '='], label: t('zoom.in'), run: () => zoomBy(stepScale) },
    { ...again, id: 'media.farther', keys: ['-'], label: t('zoom.out'), run: () => zoomBy(1 / stepScale) },
    { ...shared, id: 'media.fit', keys: ['0'], label: t('photo.fit'), run: showWhole },
    { ...shared, id: 'media.full', keys: ['1'], label: t('photo.full'), run: showFull },
    { ...shared, id: 'media.turn', keys: ['r'], label: t('photo.rotateRight'), run: () => turn(1) },
    { ...shared, id: 'media.turn-back', keys: ['shift+r'], label: t('photo.rotateLeft'), run: () => turn(-1) },
  ])
}
