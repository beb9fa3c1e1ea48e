'use client'

import { useTranslations } from 'next-intl'
import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'
import type { QueueActions } from './review-queue-bar'

/** The keys of the queue. An action without permission has no key. */
export function useQueueKeys(
  actions: QueueActions & { open: () => void },
  { mayMark, isAtEnd }: { mayMark: boolean; isAtEnd: boolean },
): void {
  const t = useTranslations('review')
  const key = (id: QueueKey, keys: string, run: () => void, repeats = false): Shortcut => ({
    id: `review.${ids[id]}`,
    keys: [keys],
    label: t(`queue.keys.${id}`),
    group: t('shortcutGroup'),
    inPalette: true,
    repeats,
    run,
  })
  useShortcuts([
    key('next', 'j', actions.next, true),
    key('back', 'k', actions.back, true),
    ...(isAtEnd ? [] : [key('open', 'o', actions.open)]),
    ...(mayMark && !isAtEnd
      ? [key('reviewed', 'r', actions.review), key('followUp', 'f', actions.followUp), key('note', 'e', actions.note)]
      : []),
    ...(mayMark ? [key('undo', 'u', actions.undo)] : []),
  ])
}

/** The names of the keys in the messages, and in the ids of the shortcuts. */
const ids = {
  next: 'next',
  back: 'back',
  open: 'open',
  reviewed: 'reviewed',
  followUp: 'follow-up',
  note: 'note',
  undo: 'undo',
} as const
type QueueKey = keyof typeof ids
