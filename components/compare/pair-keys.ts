'use client'

import type { KeyboardEvent } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { LinkedViews } from './use-linked-views'

export const stepScale = 1.5
const stepPixels = 80

const arrows: Readonly<Record<string, { x: 1 | -1 | 0; y: 1 | -1 | 0 }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * The keys of the stage: letters as shortcuts, and arrows by the returned handler. The dialog keeps arrow keys from the
 * page, and so from the registry of shortcuts.
 */
export function usePairKeys(zoom: LinkedViews, go: (step: 1 | -1) => void): (event: KeyboardEvent) => void {
  const shared = { group: 'Photos side by side', inDialogs: true }
  const again = { ...shared, repeats: true }
  useShortcuts([
    { ...again, id: 'pair.next', keys: ['n', 'j'], label: 'Next pair', run: () => go(1) },
    { ...again, id: 'pair.previous', keys: ['p', 'k'], label: 'Previous pair', run: () => go(-1) },
    { ...shared, id: 'pair.zoom', keys: ['z'], label: 'Zoom in or fit', run: zoom.toggle },
    { ...again, id: 'pair.closer', keys: ['+', '='], label: 'Closer', run: () => zoom.zoomBy(stepScale) },
    { ...again, id: 'pair.farther', keys: ['-'], label: 'Farther', run: () => zoom.zoomBy(1 / stepScale) },
    { ...shared, id: 'pair.link', keys: ['l'], label: 'Link or unlink both sides', run: zoom.toggleLink },
  ])
  return (event) => {
    const step = arrows[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) zoom.pan({ x: -step.x * stepPixels, y: -step.y * stepPixels })
    else if (step.x !== 0) go(step.x)
  }
}
