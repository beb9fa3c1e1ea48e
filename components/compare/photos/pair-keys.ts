'use client'

import { useTranslations } from 'next-intl'
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
 * The keys of the two panes. Letters are registered as shortcuts. The returned handler handles the arrow keys, because
 * the dialog keeps them from the registry of shortcuts.
 */
export function usePairKeys(zoom: LinkedViews, go: (step: 1 | -1) => void): (event: KeyboardEvent) => void {
  const t = useTranslations('compare.shortcuts')
  const shared = { group: t('pairGroup'), inDialogs: true }
  const again = { ...shared, repeats: true }
  useShortcuts([
    { ...again, id: 'pair.next', keys: ['n', 'j'], label: t('nextPair'), run: () => go(1) },
    { ...again, id: 'pair.previous', keys: ['p', 'k'], label: t('previousPair'), run: () => go(-1) },
    { ...shared, id: 'pair.zoom', keys: ['z'], label: t('zoom'), run: zoom.toggle },
    { ...again, id: 'pair.closer', keys: ['+', '='], label: t('zoomIn'), run: () => zoom.zoomBy(stepScale) },
    { ...again, id: 'pair.farther', keys: ['-'], label: t('zoomOut'), run: () => zoom.zoomBy(1 / stepScale) },
    { ...shared, id: 'pair.link', keys: ['l'], label: t('link'), run: zoom.toggleLink },
  ])
  return (event) => {
    const step = arrows[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) zoom.pan({ x: -step.x * stepPixels, y: -step.y * stepPixels })
    else if (step.x !== 0) go(step.x)
  }
}
